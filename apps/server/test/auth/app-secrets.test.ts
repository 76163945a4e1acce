import { SERVICE } from '../../src/audit/record-change.ts';
import { ROUTES } from '@procurement-intents/contract';
import { describe, expect, it } from 'vitest';
import { setAppDisabled, rotateSecret } from '../../src/client-apps/manage-apps.ts';
import { expectError, expectSuccess } from '../support/expect-answer.ts';
import type { CallOptions } from '../support/sign.ts';
import { clock, service, useService } from '../support/use-service.ts';

useService({ graceMs: 86_400_000 });

const INTENTS = ROUTES.listIntents.path;
// By then every process has looked an App up again.
const SOON_MS = 5000;

const list = (options: CallOptions) => service.call('GET', INTENTS, options);

describe('an App', () => {
  it('signs with its old and its new secret until the grace is over (A5, S15)', async () => {
    const old = await service.addApp();
    expectSuccess(await list({ signer: old }), 'listIntents');
    const { secret } = await rotateSecret(service.appsDeps, { id: old.appId, actor: SERVICE }, 60);
    const renewed = { ...old, appSecret: secret };
    clock.advance(SOON_MS);
    expectSuccess(await list({ signer: old }), 'listIntents');
    expectSuccess(await list({ signer: renewed }), 'listIntents');
    clock.advance(60_000 - SOON_MS);
    expectError(await list({ signer: old }), 'SIGNATURE_INVALID');
    expectSuccess(await list({ signer: renewed }), 'listIntents');
  });

  it('has at most two secrets: a second rotation ends the first at once (A5)', async () => {
    const first = await service.addApp();
    const { secret: second } = await rotateSecret(
      service.appsDeps,
      { id: first.appId, actor: SERVICE },
      3600,
    );
    const { secret: third } = await rotateSecret(service.appsDeps, { id: first.appId, actor: SERVICE }, 3600);
    clock.advance(SOON_MS);
    expectError(await list({ signer: first }), 'SIGNATURE_INVALID');
    expectSuccess(await list({ signer: { ...first, appSecret: second } }), 'listIntents');
    expectSuccess(await list({ signer: { ...first, appSecret: third } }), 'listIntents');
    expect(await service.database.appSecret.count({ where: { appId: first.appId } })).toBe(2);
  });

  it('keeps its secret in no readable form, and not for another App (A5)', async () => {
    const [signer, other] = [await service.addApp(), await service.addApp()];
    const rows = await service.database.appSecret.findMany({ where: { appId: signer.appId } });
    const [ciphertext = new Uint8Array()] = rows.map((row) => row.ciphertext);
    const { appSecret } = signer;
    for (const form of [
      appSecret,
      Buffer.from(appSecret).toString('hex'),
      Buffer.from(appSecret, 'base64url'),
    ]) {
      expect(Buffer.from(ciphertext).includes(form)).toBe(false);
    }
    expect(service.appsDeps.secretBox.open(ciphertext, signer.appId)).toBe(appSecret);
    expect(() => service.appsDeps.secretBox.open(ciphertext, other.appId)).toThrow();
  });

  it('answers as an unknown one once it is disabled, within 5 s (A3, S15)', async () => {
    const signer = await service.addApp();
    expectSuccess(await list({ signer }), 'listIntents');
    await setAppDisabled(service.appsDeps, { id: signer.appId, actor: SERVICE, isDisabled: true });
    clock.advance(SOON_MS);
    const disabled = await list({ signer });
    expectError(disabled, 'APP_UNKNOWN');
    const unknown = await list({ signer: { ...signer, appId: 'app_unknown' } });
    expect(disabled.body).toEqual(unknown.body);
  });

  it.each<[string, (appId: string) => Promise<unknown>]>([
    [
      'disabled',
      (appId) => setAppDisabled(service.appsDeps, { id: appId, actor: SERVICE, isDisabled: true }),
    ],
    [
      'given another secret',
      (id) => {
        const { store, secretBox } = service.appsDeps;
        return store.setSecret(id, secretBox.seal('another', id), { actor: SERVICE, at: clock.now() });
      },
    ],
    [
      'disabled by hand',
      (id) => service.database.$executeRaw`UPDATE "apps" SET "disabledAt" = now() WHERE "id" = ${id}`,
    ],
    [
      'bereft of its secrets by hand',
      (id) => service.database.$executeRaw`DELETE FROM "app_secrets" WHERE "appId" = ${id}`,
    ],
  ])('is refused within 5 s of being %s, though it calls all the time', async (_what, change) => {
    const signer = await service.addApp();
    const call = async () => {
      clock.advance(1000);
      return (await list({ signer })).status;
    };
    for (let second = 0; second < 5; second += 1) expect(await call()).toBe(200);
    await change(signer.appId);
    const statuses: number[] = [];
    for (let second = 0; second < 5; second += 1) statuses.push(await call());
    expect(statuses.at(-1)).toBe(401);
  });
});
