import { describe, expect, it } from 'vitest';
import {
  clock,
  createEndpoint,
  createIntent,
  deliver,
  fail,
  pass,
  publish,
  receiver,
  succeed,
  useWebhooks,
} from './use-webhooks.ts';

useWebhooks();

describe('fairness (DL8)', () => {
  it('has four requests of an endpoint under way at most, and one after five failures in a row', async () => {
    const { path } = await createEndpoint({ maxPerSecond: 50 });
    let open = 0;
    let most = 0;
    let status = 500;
    receiver.respond((_, response) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        response.writeHead(status).end();
      }, 30);
    });
    for (let count = 0; count < 8; count += 1) await createIntent();
    await publish();
    for (let round = 0; round < 10; round += 1) {
      await deliver();
      await pass(0.5);
    }
    expect(most).toBe(4);
    expect(receiver.at(path).length).toBeGreaterThanOrEqual(8);
    most = 0;
    await createIntent();
    await createIntent();
    await publish();
    await deliver();
    expect(most).toBe(1);
    status = 204;
    await pass(2);
    await deliver();
    for (let count = 0; count < 6; count += 1) await createIntent();
    await publish();
    await deliver();
    expect(most).toBe(4);
  });

  it('sends no more in a second than the endpoint wants', async () => {
    const { path } = await createEndpoint({ maxPerSecond: 2 });
    for (let count = 0; count < 6; count += 1) await createIntent();
    await publish();
    const seen: number[] = [];
    for (let step = 0; step < 40; step += 1) {
      const before = receiver.at(path).length;
      await deliver();
      for (let count = before; count < receiver.at(path).length; count += 1) seen.push(clock.now().getTime());
      await pass(0.1);
    }
    expect(seen).toHaveLength(6);
    for (const at of seen)
      expect(seen.filter((one) => one >= at && one < at + 1000).length).toBeLessThanOrEqual(2);
  });

  it('sends new ones before repeated ones', async () => {
    fail();
    const { path } = await createEndpoint({ maxPerSecond: 1 });
    await createIntent();
    await publish();
    await deliver();
    succeed();
    await pass(60);
    const id = await createIntent();
    await publish();
    await deliver();
    expect(receiver.at(path).at(-1)?.event.data).toMatchObject({ intentId: id });
    await pass(2);
    await deliver();
    expect(receiver.at(path)).toHaveLength(3);
  });
});
