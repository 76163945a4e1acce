import { describe, expect, it } from 'vitest';
import { expectError } from '../support/expect-answer.ts';
import { verified } from './receiver.ts';
import {
  call,
  clock,
  createEndpoint,
  deliveriesOf,
  feed,
  receiver,
  succeed,
  useWebhooks,
  WEBHOOKS,
} from './use-webhooks.ts';

useWebhooks();

describe('the test of an endpoint (DL11)', () => {
  it('sends a signed sample at once, also to a disabled endpoint, and answers what came back', async () => {
    const { id, path, secret } = await createEndpoint({ status: 'DISABLED' });
    receiver.respond((_, response) => response.writeHead(503).end('busy'));
    const tested = await call('POST', `${WEBHOOKS}/${id}/test`, {});
    expect(tested.status).toBe(200);
    expect(tested.body.data).toEqual({
      status: 503,
      durationMs: expect.any(Number),
      error: 'STATUS',
      response: 'busy',
    });
    const [received] = receiver.at(path);
    expect(received?.headers['webhook-id']).toMatch(/^evt_test_[0-9a-f]{32}$/);
    expect(await verified(received!, secret, clock.now())).toMatchObject({
      id: received?.headers['webhook-id'],
      type: 'webhook.test',
      data: { webhookId: id },
    });
    succeed();
    await call('POST', `${WEBHOOKS}/${id}/test`, { type: 'intent.completed' });
    expect(receiver.at(path)[1]?.event).toMatchObject({
      type: 'intent.completed',
      data: { status: 'COMPLETED' },
    });
    expect(await feed()).toEqual([]);
    expect((await deliveriesOf(id)).items).toEqual([]);
  });

  it('is made six times a minute at most, whoever asks', async () => {
    const { id } = await createEndpoint();
    clock.advance(60_000 - (clock.now().getTime() % 60_000));
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call('POST', `${WEBHOOKS}/${id}/test`, {})),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    expectError(
      answers.find(({ status }) => status === 429)!,
      'RATE_LIMITED',
    );
    clock.advance(60_000);
    expect((await call('POST', `${WEBHOOKS}/${id}/test`, {})).status).toBe(200);
  });
});
