import type { CreateIntentInput } from '@procurement-intents/contract';
import { createdIntent } from '@procurement-intents/domain';
import { newUuid } from '../new-uuid.ts';
import type { IntentsContext } from './intents-context.ts';
import { NOTHING_YET } from './store/intent-columns.ts';
import type { IntentRow } from './store/intent-row.ts';

export interface CreateRequest {
  appId: string;
  body: CreateIntentInput;
  rawBody: Buffer;
  /** Stored key of the create; begins with its kind, so that no caller's key can stand for a signature. */
  idempotencyKey: string;
  /** The signature of this very request. */
  signature: string;
  caller: Caller;
}

/** Who waits for the answer. */
export interface Caller {
  /** Whether the caller has gone or was answered. */
  readonly aborted: boolean;
  /** Tells of that moment. Made when it is first asked for, as it costs as much as a signature. */
  readonly signal: AbortSignal;
}

/** The row that a create asks for, as the database will hold it. */
export function newIntent(
  context: Pick<IntentsContext, 'clock' | 'graceMs'>,
  request: CreateRequest,
  requestHash: string,
): IntentRow {
  const { appId, body, idempotencyKey } = request;
  const now = context.clock.now();
  const identity = { id: `int_${newUuid()}`, appId, idempotencyKey, requestHash };
  return {
    ...createdIntent(body, identity, now),
    ...NOTHING_YET,
    dispatchAt: body.draft === true ? null : new Date(now.getTime() + context.graceMs),
  };
}
