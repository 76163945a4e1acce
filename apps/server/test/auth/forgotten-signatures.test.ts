import { LIMITS, ROUTES } from '@procurement-intents/contract';
import { expect, it } from 'vitest';
import { expectError, expectSuccess } from '../support/expect-answer.ts';
import { intentBody } from '../support/intent-factory.ts';
import { signedHeaders } from '../support/sign.ts';
import { clock, service, useService } from '../support/use-service.ts';

const PATH = ROUTES.createIntent.path;
useService({ graceMs: 86_400_000 });

it('knows a signature until its timestamp is refused, however far ahead of the clock that was (A6)', async () => {
  const rawBody = JSON.stringify(intentBody(service));
  const timestamp = String(clock.now().getTime() + LIMITS.timestampSkewMs);
  const signed = signedHeaders(service.signer, { method: 'POST', path: PATH, body: rawBody, timestamp });
  const send = (key: string) =>
    service.call('POST', PATH, { rawBody, headers: { ...signed, 'Idempotency-Key': key } });
  const first = await send('mine');
  expectSuccess(first, 'createIntent');

  clock.advance(2 * LIMITS.timestampSkewMs);
  const longAgo = new Date(clock.now().getTime() - 24 * 60 * 60_000);
  const { appId } = service.signer;
  const old = { appId, signature: 'old', idempotencyKey: 'key old', intentId: 'int_old', createdAt: longAgo };
  await service.database.signedCreate.create({ data: old });
  // What a sweep of the worker keeps at that time is what counts.
  await service.syncClock();
  expect(await service.sweeps.forgetSignatures()).toBe(1);
  expect(await service.context.intents.findSignedCreate(appId, old.signature)).toBeNull();
  expectError(await send('evil'), 'SIGNATURE_REUSED');
  expect((await send('mine')).body).toEqual(first.body);

  clock.advance(1);
  expectError(await send('evil'), 'TIMESTAMP_INVALID');
});
