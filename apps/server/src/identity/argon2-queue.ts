import type { argon2Sync } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export type Argon2Parameters = Parameters<typeof argon2Sync>[1];

/**
 * Computes argon2id hashes one at a time, on a thread of its own. Those of libuv are for file access and name look-ups,
 * which would wait for the hashes.
 */
export class Argon2Queue {
  #last: Promise<unknown> = Promise.resolve();
  #thread: Worker | undefined;

  /** The tag of `parameters`, after those that were asked for before. */
  compute(parameters: Argon2Parameters): Promise<Buffer> {
    const answer = this.#last.then(() => this.#ask(parameters));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #ask(parameters: Argon2Parameters): Promise<Buffer> {
    const thread = (this.#thread ??= this.#start());
    // A thread without a question lets the process end.
    thread.ref();
    try {
      thread.postMessage(parameters);
      const [tag] = (await once(thread, 'message')) as [Uint8Array];
      return Buffer.from(tag);
    } finally {
      thread.unref();
    }
  }

  #start(): Worker {
    const thread = new Worker(new URL('argon2-thread.ts', import.meta.url));
    // The question under way fails by it, and the next one starts another thread.
    thread.on('error', () => {
      this.#thread = undefined;
    });
    return thread;
  }
}
