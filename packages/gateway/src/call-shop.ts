import { setTimeout as delay } from 'node:timers/promises';
import { ComeBack, Refused, Taken } from './adapter.ts';
import type { ShopAdapter, ShopCall } from './adapter.ts';
import type { Metrics } from './metrics.ts';
import type { CallTime } from './placing/call-time.ts';
import { within } from './within.ts';

export type ShopFunction = keyof ShopAdapter<unknown>;

/** A call to the shop that gave no answer to go by. The shop may have done it, or may do it yet. */
export class ShopCallFailed extends Error {
  override readonly name = 'ShopCallFailed';
  readonly call: ShopFunction;

  constructor(call: ShopFunction, cause: unknown) {
    super(`${call} of the shop failed`, { cause });
    this.call = call;
  }
}

interface CallOptions {
  requestId: string;
  time: CallTime;
  callTimeoutMs: number;
  metrics: Metrics;
}

/** The calls to the shop for one request. */
export class ShopCalls {
  readonly #options: CallOptions;
  #mayRunUntil = 0;
  #hasWritten = false;

  constructor(options: CallOptions) {
    this.#options = options;
  }

  get time(): CallTime {
    return this.#options.time;
  }

  /** Whether a call that changes something has begun. */
  get hasWritten(): boolean {
    return this.#hasWritten;
  }

  /** A call that changes nothing. @throws ShopCallFailed, ComeBack */
  read<T>(name: ShopFunction, work: (call: ShopCall) => Promise<T>): Promise<T> {
    return this.#run(name, work);
  }

  /** A call that changes something. @throws ShopCallFailed, Refused, ComeBack, Taken */
  async write<T>(name: ShopFunction, work: (call: ShopCall) => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    this.#hasWritten = true;
    try {
      return await this.#run(name, work);
    } catch (error) {
      // The shop may still be at it: a closed connection does not stop it.
      if (error instanceof ShopCallFailed)
        this.#mayRunUntil = Math.max(this.#mayRunUntil, startedAt + this.#options.callTimeoutMs);
      throw error;
    }
  }

  /** Resolves when none of these calls can still run in the shop. */
  async quiet(): Promise<void> {
    const leftMs = this.#mayRunUntil - performance.now();
    if (leftMs > 0) await delay(leftMs);
  }

  async #run<T>(name: ShopFunction, work: (call: ShopCall) => Promise<T>): Promise<T> {
    const { requestId, time, callTimeoutMs, metrics } = this.#options;
    time.require(1);
    const startedAt = performance.now();
    const abort = new AbortController();
    let result = 'failed';
    try {
      const mayRunUntilMs = Date.now() + callTimeoutMs;
      const running = (async () => work({ requestId, signal: abort.signal, mayRunUntilMs }))();
      const ms = Math.min(callTimeoutMs, time.leftMs);
      const answer = await within(running, ms, () => new Error(`no answer within ${Math.round(ms)} ms`));
      result = 'ok';
      return answer;
    } catch (error) {
      if (error instanceof Refused || error instanceof ComeBack || error instanceof Taken) {
        result = 'refused';
        throw error;
      }
      throw new ShopCallFailed(name, error);
    } finally {
      if (result === 'failed') abort.abort();
      metrics.count('gateway_shop_calls_total', { call: name, result });
      metrics.count(
        'gateway_shop_call_seconds_total',
        { call: name },
        (performance.now() - startedAt) / 1_000,
      );
    }
  }
}
