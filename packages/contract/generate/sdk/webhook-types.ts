import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KnownWebhookEvent } from '../../src/webhooks/payload.ts';
import { type Interfaces, NAMED_VALUES, renderNamedValues, toJson, typeOf } from './interfaces.ts';
import { docComment, GENERATED, importOf } from './source.ts';
import { WEBHOOK_VALUES } from './webhook-values.ts';

const SIGNING = join(import.meta.dirname, '..', '..', 'src', 'webhooks', 'signing.ts');

/** The contents of the SDK's `generated/webhook-types.ts`. */
export function renderWebhookTypes(): string {
  const interfaces: Interfaces = new Map();
  const union = typeOf(toJson(KnownWebhookEvent, 'output'), interfaces);
  const types = [
    ...renderNamedValues(WEBHOOK_VALUES),
    ...interfaces.values(),
    `${docComment('The body of a webhook. A later release may send other types: ignore those that you do not know.', 0)}
export type WebhookEvent = ${union};`,
  ].join('\n\n');
  return `${[GENERATED, ...importOf(types, Object.keys(NAMED_VALUES), 'types'), types].join('\n\n')}\n`;
}

/** The rule of signing, which imports nothing, so that the SDK and the service have the same one. */
export function renderWebhookSigning(): string {
  return `${GENERATED}\n\n${readFileSync(SIGNING, 'utf8')}`;
}
