import type { Actor } from '../audit/record-change.ts';
import { REDACTED_AT_ONCE } from '../personal-data/redactor.ts';
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
