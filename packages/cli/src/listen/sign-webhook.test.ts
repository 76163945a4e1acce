import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isWebhookSecret, newWebhookSecret, signWebhook } from './sign-webhook.ts';

interface Vector {
  name: string;
  secrets: string[];
  headers: Record<string, string>;
  body?: string;
  bodyBase64?: string;
  expect: string;
}

const FILE = join(import.meta.dirname, '../../../contract/vectors/webhooks.json');
const { vectors } = JSON.parse(readFileSync(FILE, 'utf8')) as { vectors: Vector[] };
/** Those that one secret signs, once, under the names of headers that the service uses. */
const signed = vectors.filter(
  (each) =>
    each.expect === 'accept' &&
    each.secrets.length === 1 &&
    /^v1,\S+$/.test(each.headers['webhook-signature'] ?? ''),
);

it.each(signed)('signs as the vectors do: $name', ({ secrets, headers, body, bodyBase64 = '' }) => {
  const bytes = body === undefined ? Buffer.from(bodyBase64, 'base64') : Buffer.from(body);
  const atMs = Number(headers['webhook-timestamp']) * 1_000 + 999;
  const made = signWebhook({ id: headers['webhook-id'] ?? '', atMs, body: bytes }, secrets[0] ?? '');
  expect(headers).toMatchObject(made);
  expect(Object.keys(made)).toHaveLength(3);
});

it('has vectors to sign', () => {
  expect(signed.length).toBeGreaterThan(5);
});

it('makes secrets of the form that it knows, each another', () => {
  const secrets = [newWebhookSecret(), newWebhookSecret()];
  expect(new Set(secrets).size).toBe(2);
  expect(secrets.map(isWebhookSecret)).toEqual([true, true]);
  expect(['', 'whsec_', 'whsec_AAAA', 'whpk_AAAA', 7, null].map(isWebhookSecret)).not.toContain(true);
});
