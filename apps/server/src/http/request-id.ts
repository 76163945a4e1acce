import type { IncomingMessage } from 'node:http';
import { LIMITS } from '@procurement-intents/contract';
import { newUuid } from '../new-uuid.ts';

const REQUEST_ID = new RegExp(`^[A-Za-z0-9._:-]{1,${LIMITS.requestIdChars}}$`);

export const newRequestId = (): string => `req_${newUuid()}`;

/** The caller's request id when it is well formed, else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : newRequestId();
}
