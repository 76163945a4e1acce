import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  CALL,
  CALLS,
  CONFIRMED,
  json,
  raw,
  REQUEST,
  startScriptedPlatform,
  unclear,
  type Answer,
  type ScriptedPlatform,
} from '../../../test/support/test-platform.ts';

let scripted: ScriptedPlatform;
beforeEach(async () => {
  scripted = await startScriptedPlatform();
});

describe.each(CALLS)('%s', (_name, call) => {
  test.each<[string, Answer, object]>([
    ['500', raw(500, 'oops'), unclear('HTTP_500')],
    [
      '503 with a pause',
      json(503, {}, { 'retry-after': '2' }),
      { ...unclear('HTTP_503'), retryAfterMs: 2000 },
    ],
    [
      '429 with a pause',
      json(429, {}, { 'retry-after': '7' }),
      { ...unclear('RATE_LIMITED'), retryAfterMs: 7000 },
    ],
    ['429 without one', json(429, {}), unclear('RATE_LIMITED')],
    ['401', json(401, { reason: 'who are you' }), unclear('GATEWAY_UNAUTHORIZED')],
    ['403', json(403, {}), unclear('GATEWAY_UNAUTHORIZED')],
    ['408', raw(408, ''), unclear('HTTP_408')],
    ['405', raw(405, ''), unclear('HTTP_405')],
    ['204', (response) => void response.writeHead(204).end(), unclear('HTTP_204')],
    ['a proxy page with 200', raw(200, '<h1>Welcome</h1>', 'text/html'), unclear('BAD_ANSWER')],
    ['a proxy page with 404', raw(404, '<h1>Not here</h1>', 'text/html; charset=utf-8'), unclear('HTTP_404')],
    ['broken JSON', raw(200, '{"orderId":', 'application/json'), unclear('BAD_ANSWER')],
    ['an empty body', raw(200, ''), unclear('BAD_ANSWER')],
    [
      'a body over a megabyte',
      raw(200, `"${'x'.repeat(1_100_000)}"`, 'application/json'),
      unclear('TOO_LARGE'),
    ],
    [
      'a body in 9,000 chunks',
      (response) => {
        for (let count = 0; count < 9000; count += 1) response.write(' ');
        response.end('{}');
      },
      unclear('TOO_LARGE'),
    ],
    ['a reset', (response) => void response.socket?.resetAndDestroy(), unclear('CONNECTION')],
    ['a hang-up', (response) => void response.socket?.destroy(), unclear('CONNECTION')],
    ['no HTTP', (response) => void response.socket?.end('+OK\r\n\r\n'), unclear('BAD_ANSWER')],
  ])('treats %s as unclear', async (_what, how, expected) => {
    scripted.answer = how;
    await expect(call(scripted.platform)).resolves.toEqual(expected);
  });

  test('follows no redirect', async () => {
    scripted.answer = (response) =>
      void response.writeHead(307, { location: `${scripted.gateway.origin}/b/orders` }).end();
    await expect(call(scripted.platform)).resolves.toEqual(unclear('HTTP_307'));
    expect(scripted.gateway.requests).toHaveLength(1);
  });
});

describe('a call', () => {
  test.each<[string, Answer]>([
    ['never answers', () => undefined],
    ['answers later', (response) => void wait(400).then(() => json(201, CONFIRMED)(response))],
    [
      'stops after its headers',
      (response) => void response.writeHead(201, { 'content-type': 'application/json' }).write('{'),
    ],
  ])('times out at a gateway that %s, although the order was sent', async (_what, how) => {
    scripted.answer = how;
    await expect(scripted.platform.placeOrder(REQUEST, { timeoutMs: 100 })).resolves.toEqual(
      unclear('TIMEOUT'),
    );
    expect(scripted.gateway.requests).toHaveLength(1);
  });

  test('ends when its caller aborts it', async () => {
    const controller = new AbortController();
    scripted.answer = () => controller.abort();
    const options = { timeoutMs: 2000, signal: controller.signal };
    await expect(scripted.platform.placeOrder(REQUEST, options)).resolves.toEqual(unclear('ABORTED'));
    const again = scripted.platform.placeOrder(REQUEST, options);
    await expect(again).resolves.toEqual({ ...unclear('ABORTED'), isNotSent: true });
    expect(scripted.gateway.requests).toHaveLength(1);
  });

  test('asks maySend last, when the connection is established, and is not sent too late', async () => {
    scripted.answer = json(201, CONFIRMED);
    let isInTime = true;
    const order = () => scripted.platform.placeOrder(REQUEST, { ...CALL, maySend: () => isInTime });
    const connecting = order();
    isInTime = false;
    await expect(connecting).resolves.toEqual({ ...unclear('TOO_LATE'), isNotSent: true });
    expect(scripted.gateway.requests).toEqual([]);
    isInTime = true;
    await expect(order()).resolves.toMatchObject({ ok: true });
  });
});

test('a call after closing is unclear', async () => {
  await scripted.platform.close();
  const afterwards = scripted.platform.getOrder('A-1', CALL);
  await expect(afterwards).resolves.toEqual({ ...unclear('CONNECTION'), isNotSent: true });
  await expect(scripted.platform.fetchProductPage('https://item.shop-a.example/1', CALL)).resolves.toEqual(
    unclear('CONNECTION'),
  );
});
