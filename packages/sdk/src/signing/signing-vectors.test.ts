import { isUtf8 } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { SIGNING_TASKS, type SigningTask } from '../../../contract/test/read-signing-vectors.ts';
import { createHmacSha256 as createNodeHmac } from './hmac-node.ts';
import { createHmacSha256 as createWebHmac } from './hmac-web.ts';
import { createSigner } from './signer.ts';

/** The SDK signs only text, because it sends nothing else. */
const tasks = SIGNING_TASKS.filter(({ body }) => isUtf8(body));
/** The SDK takes the timestamp as a number, so only timestamps that survive the conversion can be signed. */
const isSignable = ({ timestamp }: SigningTask) => String(Number(timestamp)) === timestamp;
const messageOf = ({ method, path, timestamp, body }: SigningTask) =>
  method + path + timestamp + body.toString();

it('leaves out no vector that a client could send', () => {
  expect(SIGNING_TASKS.length - tasks.length).toBe(4);
  expect(tasks.filter((task) => /^[1-9][0-9]{12}$/.test(task.timestamp)).every(isSignable)).toBe(true);
  expect(tasks.filter(isSignable).length).toBeGreaterThan(200);
});

describe.each([
  ['node:crypto', createNodeHmac],
  ['WebCrypto', createWebHmac],
] as const)('with %s', (_, createHmacSha256) => {
  it.each(tasks.filter(isSignable))('$name: is signed as published', async (task) => {
    const { appSecret, method, path, timestamp, body, signature } = task;
    const sign = createSigner('app_1', appSecret, createHmacSha256);
    expect(await sign({ method, path, body: body.toString(), timestampMs: Number(timestamp) })).toEqual({
      'x-app-id': 'app_1',
      'x-timestamp': timestamp,
      'x-signature': signature,
    });
  });

  it.each(tasks.filter((task) => !isSignable(task)))('$name: has the HMAC as published', async (task) => {
    expect(await createHmacSha256(task.appSecret)(messageOf(task))).toBe(task.signature);
  });
});
