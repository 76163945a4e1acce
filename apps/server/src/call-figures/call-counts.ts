import type { CallKind, CountStore, CallCount } from './store/count-store.ts';

/** The outcome of a call of an App that was not refused. */
export const ANSWERED = '';

export type { CallCount };
/** Reads the calls of the last minutes, in all processes, the most frequent first. */
export type ReadCounts = CountStore['read'];

type Counts = Map<string, Map<string, number>>;

/** Counts calls in memory, and adds the counts to the database now and then: no call waits for it, or fails with it. */
export class CallCounts {
  readonly #kind: CallKind;
  readonly #store: Pick<CountStore, 'add'>;
  #counts: Counts = new Map();

  constructor(kind: CallKind, store: Pick<CountStore, 'add'>) {
    this.#kind = kind;
    this.#store = store;
  }

  /**
   * Counts a call. What is kept grows with the number of subjects and outcomes, so callers must not be able to make them up.
   *
   * @param subject - the App or the platform.
   */
  add(subject: string, outcome: string, count = 1): void {
    let outcomes = this.#counts.get(subject);
    if (!outcomes) this.#counts.set(subject, (outcomes = new Map()));
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count);
  }

  /** Adds the counts since the last flush to the database; those that fail are added by the next one. */
  async flush(): Promise<void> {
    const counts = this.#counts;
    if (counts.size === 0) return;
    this.#counts = new Map();
    const rows = [...counts].flatMap(([subject, outcomes]) =>
      [...outcomes].map(([outcome, count]) => ({ subject, outcome, count })),
    );
    try {
      await this.#store.add(this.#kind, rows);
    } catch (error) {
      for (const { subject, outcome, count } of rows) this.add(subject, outcome, count);
      throw error;
    }
  }
}
