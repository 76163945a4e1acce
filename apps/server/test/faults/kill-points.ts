import { INTENTS } from '../../src/intent-rows/intent-columns.ts';
import type { FaultProxy, Tap } from './fault-proxy.ts';
import { watchStatements } from './postgres-wire.ts';

/** A step of a create or a purchase, or the publishing of events, as the wire shows it: a statement to the database or a call to the shop. */
const STEPS = {
  insert: { sql: /INSERT INTO "intents"/ },
  claim: { sql: /"processingAt" = / },
  token: { sql: new RegExp(`${INTENTS.name('merchantOrderNo')} = `) },
  placing: { sql: new RegExp(`${INTENTS.name('orderInFlightUntil')} = `) },
  order: { call: /^POST \/[abc]\/orders HTTP/ },
  outcome: { sql: /"amountPaidFen" = / },
  publish: { sql: /DELETE FROM "unpublished_events"/ },
} satisfies Record<string, { sql: RegExp } | { call: RegExp }>;

type Step = keyof typeof STEPS;

/** Before a step the other side has seen nothing of it; after it, it has done it and the worker has not heard. */
export interface KillPoint {
  step: Step;
  when: 'before' | 'after' | 'heard';
}

const bothOf = (step: Step): KillPoint[] => [
  { step, when: 'before' },
  { step, when: 'after' },
];

/** Before and after events are published. */
export const PUBLISH_POINTS: readonly KillPoint[] = bothOf('publish');

/** Before and after new intents are written. */
export const INSERT_POINTS: readonly KillPoint[] = bothOf('insert');

/** Every step of a purchase, before and after; and once the shop's answer has been handed over. */
export const KILL_POINTS: readonly KillPoint[] = [
  ...(['claim', 'token', 'placing', 'order', 'outcome'] as const).flatMap(bothOf),
  { step: 'order', when: 'heard' },
];

export const nameOf = ({ step, when }: KillPoint): string => `${when} ${step}`;

export interface KillSwitch {
  /** Strikes at the next crossing of the point, or a later one by its number; resolves then. */
  arm(point: KillPoint, crossings?: number): Promise<void>;
  disarm(): void;
}

/**
 * Watches the wires of a worker from now on, and calls `strike` in the very turn in which the armed point is crossed.
 *
 * @param options.isDeadly - the bytes that cross then are lost too. Default true.
 */
export function createKillSwitch(
  wires: { database: FaultProxy; gateway: FaultProxy },
  strike: () => void,
  { isDeadly = true }: { isDeadly?: boolean } = {},
): KillSwitch {
  let armed: { point: KillPoint; left: number; fired: () => void } | null = null;

  /** Whether the bytes may cross. */
  function crossing(step: Step, when: KillPoint['when']): boolean {
    if (armed?.point.step !== step || armed.point.when !== when) return true;
    armed.left -= 1;
    if (armed.left > 0) return true;
    const { fired } = armed;
    armed = null;
    strike();
    fired();
    return !isDeadly;
  }
  const stepOf = (sql: string) =>
    (Object.keys(STEPS) as Step[]).filter((step) => {
      const mark = STEPS[step];
      return 'sql' in mark && mark.sql.test(sql);
    });

  wires.database.tap = () =>
    watchStatements({
      asked: (sql) => stepOf(sql).every((step) => crossing(step, 'before')),
      answered: (sql) => stepOf(sql).every((step) => crossing(step, 'after')),
    });
  wires.gateway.tap = (): Tap => {
    let isOrdering = false;
    return {
      question(bytes) {
        isOrdering = STEPS.order.call.test(bytes.toString('latin1', 0, 40));
        return !isOrdering || crossing('order', 'before');
      },
      answer() {
        if (!isOrdering) return true;
        if (!crossing('order', 'after')) return false;
        if (armed?.point.when === 'heard') setImmediate(() => crossing('order', 'heard'));
        return true;
      },
    };
  };
  // Only wires that are made from now on are watched.
  wires.database.resetAll();
  wires.gateway.resetAll();
  return {
    arm: (point, crossings = 1) =>
      new Promise((resolve) => (armed = { point, left: crossings, fired: resolve })),
    disarm: () => void (armed = null),
  };
}
