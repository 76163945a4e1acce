import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SERVICE } from '../../audit/record-change.ts';
import { database, useDatabase } from '../../../test/support/use-database.ts';
import { createInteractionStore, type InteractionRow } from './interaction-store.ts';

useDatabase({ poolSize: 2 });

const AT = new Date('2026-11-21T08:30:00.000Z');
const after = (ms: number): Date => new Date(AT.getTime() + ms);
const OVER = after(600_000);
const HASH = 'argon2id of a password';

let store: ReturnType<typeof createInteractionStore>;
let userId: string;
let clientId: string;
beforeAll(() => {
  store = createInteractionStore(database);
});
beforeEach(async () => {
  const digits = randomBytes(16).toString('hex');
  userId = `usr_${digits}`;
  clientId = `cli_${digits}`;
  const times = { createdAt: AT, updatedAt: AT };
  await database.user.create({
    data: {
      id: userId,
      username: digits,
      displayName: 'Li',
      locale: 'zh',
      passwordHash: HASH,
      passwordChangedAt: AT,
      scopes: ['read:orders'],
      ...times,
    },
  });
  await database.oAuthClient.create({
    data: {
      id: clientId,
      name: 'Ledger',
      redirectUris: [],
      scopes: [],
      grantTypes: [],
      isPublic: true,
      ...times,
    },
  });
});

const newHash = () => new Uint8Array(randomBytes(32));

async function addInteraction(more: Partial<InteractionRow> = {}): Promise<InteractionRow> {
  const row: InteractionRow = {
    hash: newHash(),
    clientId,
    userId,
    scopes: ['read:orders'],
    redirectUri: null,
    state: null,
    challenge: null,
    deviceHash: null,
    createdAt: AT,
    expiresAt: OVER,
    ...more,
  };
  expect(await store.insert(row, HASH)).toBe(true);
  return row;
}

async function addDevice(state = 'pending', expiresAt = OVER) {
  const hash = newHash();
  const data = { hash, userCodeHash: newHash(), clientId, scopes: [], state, intervalSeconds: 5 };
  await database.oAuthDevice.create({ data: { ...data, createdAt: AT, expiresAt } });
  return hash;
}
const stateOf = async (hash: Uint8Array<ArrayBuffer>) =>
  (await database.oAuthDevice.findUniqueOrThrow({ where: { hash } })).state;
const approve = (row: InteractionRow, at = AT) =>
  store.approve(row, {
    grantId: `gra_${randomBytes(16).toString('hex')}`,
    code: null,
    scopes: row.scopes,
    actor: SERVICE,
    at,
  });
const grants = () => database.oAuthGrant.count({ where: { clientId } });

describe('an interaction is found', () => {
  it('with the names that its page shows', async () => {
    const { hash } = await addInteraction();
    const user = await database.user.findUniqueOrThrow({ where: { id: userId } });
    expect(await store.find(hash, AT)).toMatchObject({
      client: { name: 'Ledger' },
      user: { displayName: 'Li', username: user.username, scopes: ['read:orders'] },
    });
  });

  it('until it expires', async () => {
    const { hash } = await addInteraction();
    expect(await store.find(hash, after(599_999))).not.toBeNull();
    expect(await store.find(hash, OVER)).toBeNull();
  });

  it('while client and person are enabled', async () => {
    const { hash } = await addInteraction();
    await database.oAuthClient.update({ where: { id: clientId }, data: { disabledAt: AT } });
    expect(await store.find(hash, AT)).toBeNull();
    await database.oAuthClient.update({ where: { id: clientId }, data: { disabledAt: null } });
    expect(await store.find(hash, AT)).not.toBeNull();
    await database.user.update({ where: { id: userId }, data: { disabledAt: AT } });
    expect(await store.find(hash, AT)).toBeNull();
  });

  it('while the password is the one that opened it', async () => {
    const { hash } = await addInteraction();
    await database.user.update({ where: { id: userId }, data: { passwordChangedAt: after(1) } });
    expect(await store.find(hash, AT)).toBeNull();
  });

  it('only if that password was still the one when it was written', async () => {
    const { hash } = await addInteraction();
    await database.user.update({ where: { id: userId }, data: { passwordHash: 'another' } });
    const late = { hash: newHash(), clientId, userId, scopes: [], redirectUri: null, state: null };
    const row = { ...late, challenge: null, deviceHash: null, createdAt: AT, expiresAt: OVER };
    expect(await store.insert(row, HASH)).toBe(false);
    expect(await store.find(row.hash, AT)).toBeNull();
    expect(await store.find(hash, AT)).not.toBeNull();
  });
});

describe('a decision', () => {
  it('is made once, and takes no other interaction with it', async () => {
    const [row, other] = [await addInteraction(), await addInteraction()];
    expect(await approve(row)).toBe(true);
    expect(await approve(row)).toBe(false);
    expect(await store.deny(row, AT)).toBe(false);
    expect(await grants()).toBe(1);
    expect(await store.find(other.hash, AT)).not.toBeNull();
  });

  it('is not made once the interaction has expired', async () => {
    const row = await addInteraction();
    expect(await approve(row, OVER)).toBe(false);
    expect(await store.deny(row, OVER)).toBe(false);
    expect(await grants()).toBe(0);
  });

  it.each(['approved', 'denied'])('is not made for a device that was %s', async (state) => {
    const deviceHash = await addDevice(state);
    const row = await addInteraction({ deviceHash });
    expect(await approve(row)).toBe(false);
    expect([await stateOf(deviceHash), await grants()]).toEqual([state, 0]);
  });

  it('is not made for a device whose time is over, and decides for no other device', async () => {
    const [late, other] = [await addDevice('pending', after(1)), await addDevice()];
    expect(await approve(await addInteraction({ deviceHash: late }), after(2))).toBe(false);
    const own = await addDevice();
    expect(await approve(await addInteraction({ deviceHash: own }))).toBe(true);
    expect(await store.deny(await addInteraction({ deviceHash: other }), AT)).toBe(true);
    expect([await stateOf(late), await stateOf(own), await stateOf(other)]).toEqual([
      'pending',
      'approved',
      'denied',
    ]);
  });

  it('of another interaction of the same device comes too late', async () => {
    const deviceHash = await addDevice();
    const [first, second] = [await addInteraction({ deviceHash }), await addInteraction({ deviceHash })];
    expect(await store.deny(first, AT)).toBe(true);
    expect(await approve(second)).toBe(false);
    expect([await stateOf(deviceHash), await grants()]).toEqual(['denied', 0]);
  });
});
