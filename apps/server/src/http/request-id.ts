import type { IncomingMessage } from 'node:http';
import { REQUEST_ID_PATTERN } from '@procurement-intents/contract';
import { newUuid } from '../new-uuid.ts';

export const newRequestId = (): string => `req_${newUuid()}`;

/** The caller's request id when it is well formed, else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID_PATTERN.test(given) ? given : newRequestId();
}
