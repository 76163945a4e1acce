import { randomUUID } from 'node:crypto';
import type { BreakerStore, StoppedCall, StoppedCalls } from './store/breaker-store.ts';

export type { StoppedCalls };

/** Tells the other processes which calls to platforms the breakers of this one stop. */
export class BreakerStates {
  readonly #processId = randomUUID();
  readonly #store: Pick<BreakerStore, 'replace'>;
  readonly #stopped = new Map<string, StoppedCall>();
  #isTold = false;

  constructor(store: Pick<BreakerStore, 'replace'>) {
    this.#store = store;
  }

  changed(platform: string, call: string, state: StoppedCall['state'] | 'closed'): void {
    const key = `${platform} ${call}`;
    if (state === 'closed') this.#stopped.delete(key);
    else this.#stopped.set(key, { platform, call, state });
  }

  /** Writes what is stopped now. A process that stops nothing, and has told so, writes nothing. */
  async flush(): Promise<void> {
    const stopped = [...this.#stopped.values()];
    if (stopped.length === 0 && !this.#isTold) return;
    await this.#store.replace(this.#processId, stopped);
    this.#isTold = stopped.length > 0;
  }

  /** The next flush takes everything back, as the process ends. */
  clear(): void {
    this.#stopped.clear();
  }
}
