import { randomBytes } from 'node:crypto';
import { DEFAULT_PERMISSIONS } from '@procurement-intents/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { database, useDatabase } from '../../test/support/use-database.ts';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { OPERATOR } from '../audit/record-change.ts';
import { createSecretBox } from '../sealing/secret-box.ts';
import { type AppsDeps, createApp, rotateSecret, setAppDisabled, updateApp } from './manage-apps.ts';
import { createAppStore } from './store/app-store.ts';

const clock = createFakeClock();
let deps: AppsDeps;
useDatabase({ poolSize: 4 });
beforeAll(async () => {
  deps = { store: createAppStore(database), secretBox: createSecretBox(randomBytes(32)), clock };
});

let counter = 0;
const name = () => `app ${(counter += 1)}`;
const add = (input: Partial<Parameters<typeof createApp>[1]> = {}) =>
  createApp(deps, { name: name(), ...input });
const target = (id: string) => ({ id, actor: OPERATOR });
const rowOf = (id: string) => deps.store.find(id);
async function secretsOf(appId: string) {
  const rows = await database.appSecret.findMany({ where: { appId }, orderBy: { createdAt: 'asc' } });
  return rows.map(({ ciphertext, expiresAt }) => ({
    secret: deps.secretBox.open(ciphertext, appId),
    expiresAt,
  }));
}

describe('a new App', () => {
  it('may read and buy from every address by default, and one secret that does not expire', async () => {
    const { app, secret } = await add();
    expect(app.id).toMatch(/^app_[0-9a-f]{32}$/);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(await rowOf(app.id)).toMatchObject({
      permissions: [...DEFAULT_PERMISSIONS],
      ipAllowList: [],
      disabledAt: null,
      createdAt: clock.now(),
    });
    expect(await secretsOf(app.id)).toEqual([{ secret, expiresAt: null }]);
  });

  it('has a unique id and secret', async () => {
    const apps = await Promise.all(Array.from({ length: 20 }, () => add()));
    expect(new Set(apps.map(({ app }) => app.id)).size).toBe(20);
    expect(new Set(apps.map(({ secret }) => secret)).size).toBe(20);
  });

  it.each([['a'], ['x'.repeat(100)], [' trimmed ']])('may be called "%s"', async (wanted) => {
    expect((await add({ name: wanted })).app.name).toBe(wanted.trim());
  });

  it.each(['', '   ', 'x'.repeat(101)])('may not be called "%s"', async (wanted) => {
    await expect(add({ name: wanted })).rejects.toMatchObject({ problems: [{ field: 'name' }] });
  });

  it('may not take the name of another, not even with blanks around it', async () => {
    const { app } = await add();
    await expect(add({ name: ` ${app.name} ` })).rejects.toMatchObject({
      code: 'conflict',
      extras: { reason: 'the name is taken' },
    });
  });

  it.each(['198.51.100.1/33', '10.1/16', '198.51.100', '0x7f.1', '::/129', 'host', ''])(
    'is not created with the allow-list entry "%s" among valid ones',
    async (entry) => {
      const wanted = name();
      const made = add({ name: wanted, ipAllowList: ['198.51.100.1', '2001:db8::/32', entry] });
      await expect(made).rejects.toMatchObject({ problems: [{ field: 'ipAllowList.2' }] });
      expect(await database.app.findUnique({ where: { name: wanted } })).toBeNull();
    },
  );
});

describe('a rotation', () => {
  it('lets the old secret expire after the grace time', async () => {
    const { app, secret } = await add();
    const { secret: next } = await rotateSecret(deps, target(app.id), 60);
    expect(await secretsOf(app.id)).toEqual(
      expect.arrayContaining([
        { secret, expiresAt: new Date(clock.now().getTime() + 60_000) },
        { secret: next, expiresAt: null },
      ]),
    );
  });

  it('without grace time expires the old secret at once', async () => {
    const { app, secret } = await add();
    await rotateSecret(deps, target(app.id), 0);
    expect(await secretsOf(app.id)).toContainEqual({ secret, expiresAt: clock.now() });
  });

  it('leaves two secrets, of ten at once too, and records each', async () => {
    const { app } = await add();
    const issued = await Promise.all(
      Array.from({ length: 10 }, () => rotateSecret(deps, target(app.id), 60)),
    );
    const left = await secretsOf(app.id);
    expect(left).toHaveLength(2);
    expect(left.filter(({ expiresAt }) => expiresAt === null)).toHaveLength(1);
    const last = issued.find(({ app: { version } }) => version === 11);
    expect(left.find(({ expiresAt }) => expiresAt === null)?.secret).toBe(last?.secret);
    const events = await database.auditEvent.findMany({ where: { subjectId: app.id } });
    expect(events.map(({ action }) => action).sort()).toEqual([
      'app.created',
      ...Array.from({ length: 10 }, () => 'app.secret_rotated'),
    ]);
    for (const { secret } of issued) expect(JSON.stringify(events)).not.toContain(secret);
  });

  it('leaves at most two secrets, however often it is repeated', async () => {
    const { app } = await add();
    const secrets: string[] = [];
    for (let round = 0; round < 4; round += 1)
      secrets.push((await rotateSecret(deps, target(app.id), 60)).secret);
    const left = await secretsOf(app.id);
    expect(left.map(({ secret }) => secret).sort()).toEqual(secrets.slice(-2).sort());
    expect(left.filter(({ expiresAt }) => expiresAt === null)).toMatchObject([{ secret: secrets[3] }]);
  });

  it('changes no other App, and fails for an unknown one', async () => {
    const [{ app }, other] = [await add(), await add()];
    await rotateSecret(deps, target(app.id), 60);
    expect(await secretsOf(other.app.id)).toEqual([{ secret: other.secret, expiresAt: null }]);
    await expect(rotateSecret(deps, target('app_none'), 60)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('an update', () => {
  it('writes the given fields and leaves the others', async () => {
    const { app } = await add({ ipAllowList: ['198.51.100.1'] });
    await updateApp(deps, target(app.id), { permissions: ['intents:read'] });
    expect(await rowOf(app.id)).toMatchObject({
      permissions: ['intents:read'],
      ipAllowList: ['198.51.100.1'],
    });
    await updateApp(deps, target(app.id), { ipAllowList: [] });
    expect(await rowOf(app.id)).toMatchObject({ permissions: ['intents:read'], ipAllowList: [] });
  });

  it('with one invalid entry changes nothing', async () => {
    const { app } = await add();
    const before = await rowOf(app.id);
    const change = updateApp(deps, target(app.id), {
      permissions: [],
      ipAllowList: ['198.51.100.1', '10.1/16'],
    });
    await expect(change).rejects.toMatchObject({ problems: [{ field: 'ipAllowList.1' }] });
    expect(await rowOf(app.id)).toEqual(before);
  });

  it('of an unknown App is refused', async () => {
    await expect(updateApp(deps, target('app_none'), { permissions: [] })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('disabling', () => {
  it('keeps its first time, and is undone', async () => {
    const { app } = await add();
    const at = clock.now();
    await setAppDisabled(deps, { ...target(app.id), isDisabled: true });
    clock.advance(1000);
    await setAppDisabled(deps, { ...target(app.id), isDisabled: true });
    expect(await rowOf(app.id)).toMatchObject({ disabledAt: at });
    await setAppDisabled(deps, { ...target(app.id), isDisabled: false });
    expect(await rowOf(app.id)).toMatchObject({ disabledAt: null });
  });

  it('of an unknown App is refused', async () => {
    const change = setAppDisabled(deps, { ...target('app_none'), isDisabled: true });
    await expect(change).rejects.toMatchObject({ code: 'not_found' });
  });
});
