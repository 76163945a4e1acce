import { setTimeout as delay } from 'node:timers/promises';
import { ComeBack } from '../adapter.ts';
import { within } from '../within.ts';

/** The time that a request has, counted from its receipt. */
export class CallTime {
  readonly #endsAt: number;

  /** @param startedAt - by `performance.now()`. */
  constructor(startedAt: number, ms: number) {
    this.#endsAt = startedAt + ms;
  }

  /** Milliseconds that are left; 0 or less: none. */
  get leftMs(): number {
    return this.#endsAt - performance.now();
  }

  /** @throws ComeBack when less than this is left. */
  require(ms: number): void {
    if (this.leftMs < ms) throw new ComeBack(1_000, 'too little time is left for this call');
  }

  /** @throws ComeBack at once when the wait is longer than what is left. */
  async wait(ms: number): Promise<void> {
    if (ms <= 0) return;
    if (ms >= this.leftMs) throw new ComeBack(ms, 'an earlier call may still run in the shop');
    await delay(ms);
  }

  /** The result of `work`. @throws ComeBack when it takes longer than what is left; `work` goes on. */
  race<T>(work: Promise<T>): Promise<T> {
    return within(work, this.leftMs, () => new ComeBack(1_000, 'the time of this call is over'));
  }
}
