import type { Logger } from '../observability/logger.ts';
import { Sweeper } from '../polling/sweeper.ts';
import { type RedactableRequests, REDACTED_AT_ONCE, type RequestPeople } from './store/redact-requests.ts';

const SWEEP_MS = 10_000;

export interface RequestRedactorDeps {
  store: Pick<RequestPeople, 'redact'>;
  log: Logger;
  /** Days from the end of a request to the end of its personal data; 0: never. */
  redactAfterDays: number;
}

/** Redacts requests that are due, with at most one statement of each kind. Returns whether more are due. */
export async function redactDueRequests({
  store,
  log,
  redactAfterDays,
}: RequestRedactorDeps): Promise<boolean> {
  const kinds: RedactableRequests[] = [
    { isRequested: true },
    ...(redactAfterDays > 0 ? [{ endedDaysAgo: redactAfterDays }] : []),
  ];
  let isMore = false;
  for (const kind of kinds) {
    const redacted = await store.redact(kind);
    if (redacted > 0) log.info({ redacted, ...kind }, 'redacted personal data of purchase requests');
    isMore ||= redacted === REDACTED_AT_ONCE;
  }
  return isMore;
}

/** Redacts due requests at intervals. Several may run concurrently. */
export function createRequestRedactor(deps: RequestRedactorDeps): Sweeper {
  const sweep = (): Promise<boolean> => redactDueRequests(deps);
  return new Sweeper({ name: 'personal data of requests', everyMs: SWEEP_MS, sweep, log: deps.log });
}

/** Overwrites the personal data of all ended requests of a person, and has the open ones redacted when they end. */
export async function redactRequester(store: RequestPeople, userId: string): Promise<void> {
  await store.mark(userId);
  while ((await store.redact({ requestedBy: userId })) === REDACTED_AT_ONCE);
}
