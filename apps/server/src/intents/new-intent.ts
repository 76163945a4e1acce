import type { CreateIntentInput } from '@procurement-intents/contract';
import { createdIntent, type WriteAccess } from '@procurement-intents/domain';
import { newId } from '../new-id.ts';
import type { IntentsContext } from './intents-context.ts';
import { NOTHING_YET } from '../intent-rows/intent-columns.ts';
import type { IntentRow } from '../intent-rows/intent-row.ts';

export interface CreateRequest {
  appId: string;
  /** Which intents the caller may create. */
  access: WriteAccess;
  body: CreateIntentInput;
  rawBody: Buffer;
  /** Stored key of the create. Its prefix is its kind, so that a caller's key never equals the key of a signature. */
  idempotencyKey: string;
  /** The signature of this request. */
  signature: string;
  caller: Caller;
}

/** The caller that waits for the response. */
export interface Caller {
  /** Whether the caller has disconnected or was answered. */
  readonly aborted: boolean;
  /** Fires when `aborted` becomes true. Created on first use: it costs as much as a signature. */
  readonly signal: AbortSignal;
}

/** The row of a new intent. */
export function newIntent(
  context: Pick<IntentsContext, 'clock' | 'graceMs'>,
  request: Pick<CreateRequest, 'appId' | 'body' | 'idempotencyKey'>,
  requestHash: string,
): IntentRow {
  const { appId, body, idempotencyKey } = request;
  const now = context.clock.now();
  const identity = { id: newId('intent'), appId, idempotencyKey, requestHash };
  return { ...createdIntent(body, identity, now, context.graceMs), ...NOTHING_YET };
}
