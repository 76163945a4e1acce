import { SUCCESS_MESSAGE } from '@procurement-intents/contract';

/** A successful answer in its envelope. */
export function success<const S extends number, T>(status: S, data: T) {
  return { status, body: { code: 0 as const, message: SUCCESS_MESSAGE as typeof SUCCESS_MESSAGE, data } };
}
