import type { Scope } from '@procurement-intents/contract/bearer';
import { conflict } from '../bearer/refusals.ts';

/** What makes a user an administrator. */
interface Administering {
  scopes: readonly Scope[];
  disabledAt: Date | null;
}

/**
 * Whether a user is an administrator who can log in. `user-store.ts` of the server has it in SQL: `administrators-in-sql.test.ts`
 * holds both to one answer.
 */
const isAdministrator = ({ scopes, disabledAt }: Administering): boolean =>
  scopes.includes('admin') && disabledAt === null;

/** Whether a change of a user takes an administrator away: the host then asks {@link checkAdministratorStays} before it writes. */
export const endsAdministrator = (before: Administering, changes: Partial<Administering>): boolean =>
  isAdministrator(before) && !isAdministrator({ ...before, ...changes });

/**
 * Refuses a change that leaves no administrator. Until the host has written, nobody else may change one of them.
 *
 * @param administratorIds - the ids of all administrators who can log in.
 * @throws BearerError `conflict`.
 */
export function checkAdministratorStays(administratorIds: readonly string[], leavingId: string): void {
  if (!administratorIds.some((id) => id !== leavingId)) throw conflict('nobody else is an administrator');
}
