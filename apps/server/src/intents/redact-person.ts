import type { Actor } from '../audit/record-change.ts';
import { retryTransient } from '../postgres/retry-transient.ts';
import type { MarkedPage, Person, PersonStore } from './store/person-store.ts';
import { REDACTED_AT_ONCE } from '../personal-data/redactor.ts';

export interface RedactedPerson {
  /** Intents whose personal data is overwritten now. */
  redacted: number;
  /** Intents that need their recipient until they end; a worker redacts them then. */
  open: number;
}

// A row that is locked for a moment does not fail the whole walk.
const ATTEMPTS = { atMost: 5 };
const LATEST = new Date('9999-12-31T00:00:00Z');

/**
 * Overwrites the personal data of all ended intents of an App's user, and records the request on the open ones. Intents
 * that are created later are not affected. Safe while the service runs, and to repeat after an interruption. The audit log
 * has it before anything is overwritten.
 */
export async function redactPerson(
  store: PersonStore,
  person: Person,
  by: { actor: Actor; at: Date },
): Promise<RedactedPerson> {
  const done = { redacted: 0, open: 0 };
  let before: Pick<MarkedPage, 'createdAt' | 'id'> = { createdAt: LATEST, id: '' };
  for (let recorded: typeof by | null = by; ; recorded = null) {
    const from = before;
    const record = recorded;
    const page = await retryTransient(ATTEMPTS, () => store.mark(person, from, record));
    if (!page) return done;
    for (let start = 0; start < page.ids.length; start += REDACTED_AT_ONCE) {
      const ids = page.ids.slice(start, start + REDACTED_AT_ONCE);
      const redacted = await retryTransient(ATTEMPTS, () => store.redact({ ids }));
      done.redacted += redacted;
      done.open += ids.length - redacted;
    }
    before = page;
  }
}
