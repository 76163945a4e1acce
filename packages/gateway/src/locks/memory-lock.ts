import type { Hold, Lock } from './lock.ts';

/** A lock for a gateway of one process. A second process needs {@link postgresLock}. */
export function memoryLock(): Lock {
  return new MemoryLock();
}

class MemoryLock implements Lock {
  readonly isShared = false;
  readonly confirmMs = 0;
  /** Who waits for each key that is held. */
  readonly #queues = new Map<string, (() => void)[]>();

  async acquire(key: string, waitMs: number): Promise<Hold | null> {
    const queue = this.#queues.get(key);
    if (queue) {
      if (!(await this.#wait(queue, waitMs))) return null;
    } else {
      this.#queues.set(key, []);
    }
    return { confirm: () => Promise.resolve(), release: () => this.#release(key) };
  }

  #wait(queue: (() => void)[], waitMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const turn = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(turn), 1);
        resolve(false);
      }, waitMs);
      queue.push(turn);
    });
  }

  // The key stays in the map while it goes from one holder to the next.
  #release(key: string): Promise<void> {
    const next = this.#queues.get(key)?.shift();
    if (next) next();
    else this.#queues.delete(key);
    return Promise.resolve();
  }
}
