import { describe, expect, it } from 'vitest';
import { verified } from './receiver.ts';
import {
  call,
  clock,
  createEndpoint,
  createIntent,
  deliver,
  fieldsOf,
  pass,
  publish,
  receiver,
  useWebhooks,
  WEBHOOKS,
} from './use-webhooks.ts';

useWebhooks();

describe('rotation (WH6)', () => {
  it('signs with both secrets until the old one ends, and keeps that end when it is rotated again', async () => {
    const { id, secret: first, path } = await createEndpoint();
    const rotate = async (body: object) =>
      (await call('POST', `${WEBHOOKS}/${id}/rotate-secret`, body)).body.data;
    const sent = async () => {
      await createIntent();
      await publish();
      await deliver();
      return receiver.at(path).at(-1)!;
    };
    const valid = async (secret: string) => {
      const one = receiver.at(path).at(-1)!;
      return verified(one, secret, clock.now()).then(
        () => true,
        () => false,
      );
    };
    const second = await rotate({ graceSeconds: 3600 });
    expect(second.expiresAt).toBe(new Date(clock.now().getTime() + 3_600_000).toISOString());
    expect(String((await sent()).headers['webhook-signature']).split(' ')).toHaveLength(2);
    expect([await valid(first), await valid(second.secret)]).toEqual([true, true]);
    await pass(60);
    const third = await rotate({});
    expect(third.expiresAt).toBe(second.expiresAt);
    await sent();
    expect([await valid(first), await valid(second.secret), await valid(third.secret)]).toEqual([
      true,
      false,
      true,
    ]);
    expect((await call('GET', `${WEBHOOKS}/${id}`)).body.data.secretExpiresAt).toBe(second.expiresAt);
    await pass(3600);
    await sent();
    expect([await valid(first), await valid(third.secret)]).toEqual([false, true]);
    const fourth = await rotate({ graceSeconds: 0 });
    await sent();
    expect([await valid(third.secret), await valid(fourth.secret)]).toEqual([false, true]);
    for (const graceSeconds of [-1, 604_801, 1.5])
      expect(fieldsOf(await call('POST', `${WEBHOOKS}/${id}/rotate-secret`, { graceSeconds }))).toEqual([
        'graceSeconds',
      ]);
  });
});
