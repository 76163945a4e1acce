import { bearerFailures } from './failures.ts';
import { bearer } from './metadata.ts';
import type { Scope } from './scopes.ts';

/**
 * The kinds of calls on a family of resources: what the pipeline checks before each, and the responses of its errors.
 *
 * @param read - the scope of calls that change nothing.
 * @param write - the scope of the others.
 */
export function familyCalls(read: Scope, write: Scope) {
  const metadata = {
    create: bearer(write, 'json', ['conflict']),
    list: { ...bearer(read, 'none', []), readsMany: true },
    get: bearer(read, 'none', ['not_found']),
    change: bearer(write, 'json', ['not_found', 'conflict']),
    /** A change without a body. */
    act: bearer(write, 'none', ['not_found', 'conflict']),
    /** A removal that nothing can stand against. */
    end: bearer(write, 'none', ['not_found']),
  } as const;
  const failures = {
    create: bearerFailures(...metadata.create.errors),
    list: bearerFailures(...metadata.list.errors),
    get: bearerFailures(...metadata.get.errors),
    change: bearerFailures(...metadata.change.errors),
    act: bearerFailures(...metadata.act.errors),
    end: bearerFailures(...metadata.end.errors),
  };
  return { metadata, failures };
}
