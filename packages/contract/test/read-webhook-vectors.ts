import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WebhookVector, WebhookVectors } from '../generate/vectors/webhook-vectors.ts';

export type { WebhookVector };

export const WEBHOOK_VECTORS_FILE = join(import.meta.dirname, '..', 'vectors', 'webhooks.json');

export const { receiverTime, toleranceSeconds, keys, vectors } = JSON.parse(
  readFileSync(WEBHOOK_VECTORS_FILE, 'utf8'),
) as WebhookVectors;

/** The bytes of the body, from the one of its two forms that the vector has. */
export const bodyOf = ({ body = '', bodyBase64 }: WebhookVector): Buffer =>
  bodyBase64 === undefined ? Buffer.from(body) : Buffer.from(bodyBase64, 'base64');

/** Whether the signature is right, whatever the body is. */
export const isSigned = ({ expect }: WebhookVector): boolean =>
  expect === 'accept' || expect === 'BODY_NOT_JSON';
