import { hash } from 'node:crypto';
import type { CreateIntentInput } from '@procurement-intents/contract';
import { PROCUREMENT_APP_ID } from '@procurement-intents/contract/procurement';
import { createdEventType } from '@procurement-intents/domain';
import { requestKeyOf } from '@procurement-intents/domain/procurement';
import type { IntentsContext } from '../intents/intents-context.ts';
import { newIntent } from '../intents/create-intent.ts';

/**
 * The intent that buys an approved purchase request, for `addIntent`. Its key is made of the request's id, so that one
 * request never has two intents.
 */
export function requestIntent(
  context: Pick<IntentsContext, 'clock' | 'graceMs'>,
  requestId: string,
  body: CreateIntentInput,
) {
  const idempotencyKey = requestKeyOf(requestId);
  const wanted = { appId: PROCUREMENT_APP_ID, body, idempotencyKey };
  const row = newIntent(context, wanted, hash('sha256', JSON.stringify(body)));
  return { row, type: createdEventType(row), signature: idempotencyKey };
}
