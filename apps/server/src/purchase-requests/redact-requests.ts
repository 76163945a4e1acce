import type { Actor } from '../audit/record-change.ts';
import { createRedactor, REDACTED_AT_ONCE, type RedactorDeps } from '../personal-data/redactor.ts';
import type { Sweeper } from '../polling/sweeper.ts';
import type { RequestPeople } from './store/redact-requests.ts';

/** Overwrites the personal data of all ended requests of a person, and has the open ones redacted when they end. */
export async function redactRequester(
  store: RequestPeople,
  userId: string,
  by: { actor: Actor; at: Date },
): Promise<void> {
  await store.mark(userId, by);
  while ((await store.redact({ requestedBy: userId })) === REDACTED_AT_ONCE);
}

/** Ends the personal data of ended requests by their age, at intervals. */
export function createRequestRedactor(
  store: RequestPeople,
  options: Pick<RedactorDeps, 'afterDays' | 'log'>,
): Sweeper {
  return createRedactor({
    records: 'purchase requests',
    redact: (due) => store.redact(due),
    ...options,
  });
}
