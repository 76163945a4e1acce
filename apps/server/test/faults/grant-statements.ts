import type { FaultProxy } from './fault-proxy.ts';
import { watchStatements } from './postgres-wire.ts';

/** The statement at which a process dies: before Postgres sees it, or once it is done and the process has not heard. */
export interface DeathPoint {
  statement: number;
  when: 'before' | 'after';
}

export interface GrantStatements {
  /** Counts from one again, and calls `strike` in the very turn in which the point is crossed; null: only counts. */
  arm(point: DeathPoint | null, strike: () => void): void;
  /** Statements since it was armed. */
  count(): number;
}

const OWN = /"oauth_\w+"|"audit_events"|"users"/;
// Sweepers work on the same tables, at times of their own.
const SWEEP = /SKIP LOCKED/;

/** Numbers the statements of one request to the authorization server, as they cross the wire of its process. */
export function watchGrantStatements(wire: FaultProxy): GrantStatements {
  let armed: { point: DeathPoint | null; strike: () => void } | null = null;
  let counted = 0;

  /** Whether the bytes may cross. */
  function crossing(when: DeathPoint['when']): boolean {
    if (armed?.point?.statement !== counted || armed.point.when !== when) return true;
    const { strike } = armed;
    armed = null;
    strike();
    return false;
  }

  wire.tap = () => {
    // Of a transaction, its end counts too: only then is anything kept.
    let isOwnTransaction = false;
    let isOwnStatement = false;
    return watchStatements({
      asked(sql) {
        if (/^BEGIN/i.test(sql)) isOwnTransaction = false;
        const isOwn = OWN.test(sql) && !SWEEP.test(sql);
        isOwnStatement = isOwn || (isOwnTransaction && /^COMMIT/i.test(sql));
        isOwnTransaction ||= isOwn;
        if (!isOwnStatement || armed === null) return true;
        counted += 1;
        return crossing('before');
      },
      answered: () => !isOwnStatement || crossing('after'),
    });
  };
  // Only wires that are made from now on are watched.
  wire.resetAll();
  return {
    arm(point, strike) {
      counted = 0;
      armed = { point, strike };
    },
    count: () => counted,
  };
}
