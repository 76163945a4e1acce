import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { hmacSha256 } from './hmac-sha256.ts';

const reference = (secret: string, message: string | Uint8Array) =>
  createHmac('sha256', secret).update(message).digest('hex');

it('gives the result of Node for every length around the blocks', () => {
  for (let length = 0; length < 200; length += 1) {
    const message = Uint8Array.from({ length }, (_, index) => (index * 7 + length) % 256);
    expect(hmacSha256('secret', message), `${length} bytes`).toBe(reference('secret', message));
    const secret = 'k'.repeat(length);
    expect(hmacSha256(secret, '正文'), `a key of ${length} bytes`).toBe(reference(secret, '正文'));
  }
});

it('gives the result of Node for a body of the largest size', () => {
  const message = 'é'.repeat(500_000);
  expect(hmacSha256('密钥', message)).toBe(reference('密钥', message));
});
