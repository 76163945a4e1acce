import { createHash } from 'node:crypto';
import type { CreateIntentInput } from '@procurement-intents/contract';
import { PROCUREMENT_APP_ID } from '@procurement-intents/contract/procurement';
import { requestKeyOf } from '@procurement-intents/domain/procurement';
import { createdEventType, createdIntent } from '@procurement-intents/domain';
import { NOTHING_YET } from '../intent-rows/intent-columns.ts';
import { newId } from '../new-id.ts';
import type { IntentsContext } from './intents-context.ts';

/**
 * The intent that buys an approved purchase request, for `insertWithin`. Its key is made of the request's id, so that one
 * request never has two intents.
 */
export function requestIntent(
  { clock, graceMs }: Pick<IntentsContext, 'clock' | 'graceMs'>,
  requestId: string,
  body: CreateIntentInput,
) {
  const idempotencyKey = requestKeyOf(requestId);
  const identity = {
    id: newId('intent'),
    appId: PROCUREMENT_APP_ID,
    idempotencyKey,
    requestHash: createHash('sha256').update(JSON.stringify(body)).digest('hex'),
  };
  const row = { ...createdIntent(body, identity, clock.now(), graceMs), ...NOTHING_YET };
  return { row, type: createdEventType(row), signature: idempotencyKey };
}
