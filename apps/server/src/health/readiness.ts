import type { Shutdown } from '../shutdown.ts';

/** The state behind `/readyz`: the step of the start, then whether the database answers. */
export class Readiness {
  /** What the start waits for; null once the process serves. */
  phase: string | null = 'starting';
  isDatabaseUp: () => Promise<boolean> = async () => false;
  readonly #shutdown: Pick<Shutdown, 'isStopping'>;

  constructor(shutdown: Pick<Shutdown, 'isStopping'>) {
    this.#shutdown = shutdown;
  }

  /** Why the process should get no new work now; null when it can work. */
  async whyNot(): Promise<string | null> {
    if (this.#shutdown.isStopping) return 'stopping';
    if (this.phase !== null) return this.phase;
    return (await this.isDatabaseUp()) ? null : 'the database does not answer';
  }
}
