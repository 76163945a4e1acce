import type { IncomingMessage } from 'node:http';
import { REQUEST_ID_PATTERN } from '@procurement-intents/contract';
import { newId } from '../new-id.ts';

export const newRequestId = (): string => newId('call');

/** The caller's request id when it is well formed, else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID_PATTERN.test(given) ? given : newRequestId();
}
