import type { Deadline } from './deadline.ts';
import { LIMITS } from '../generated/tables.ts';
import type { FetchHeaders } from '../runtime-types.ts';
import type { ServerClock } from './server-clock.ts';

export type RateBucket = keyof typeof LIMITS.ratesPerSecond;

/**
 * Waits until the service has room for a request: those sent before first, the others in the order of the calls.
 *
 * @param attempts - how often the request was sent before.
 * @returns a function to call with the headers of the response.
 * @throws as the wait of `deadline`.
 */
export type RateLimiter = (
  bucket: RateBucket,
  deadline: Deadline,
  attempts: number,
  /** How often the call counts in its own bucket. Default 1. */
  weight?: number,
) => Promise<(headers: FetchHeaders) => void>;

/** Requests that the service may count in its current second; until `freeAt`, by `performance.now()`. */
interface Slots {
  slotCount: number;
  freeAt: number;
}

/** A request of this process. */
interface OwnSlot extends Slots {
  attempts: number;
}

const WINDOW_MS = 1_000;
// By then the service has counted a request without a response: within one window after it arrived, and it travels
// for less than 250 ms.
const UNANSWERED_MS = 1_250;
// A later reset is not the end of a window. A service that needs so long a pause sends it with every response.
const MAX_WINDOW_MS = 60_000;

/** A rate limiter that starts with the limits of the contract and adjusts to the headers of each response. */
export function createRateLimiter(clock: ServerClock): RateLimiter {
  const buckets: Partial<Record<RateBucket, Bucket>> = {};
  const bucketOf = (name: RateBucket) => (buckets[name] ??= createBucket(LIMITS.ratesPerSecond[name]));
  return async (name, deadline, attempts, weight = 1) => {
    const own = bucketOf(name);
    // One limit counts all calls of a credential, two those of an App.
    const general = name === 'bearer' ? own : bucketOf('general');
    const slot: OwnSlot = { slotCount: weight, freeAt: 0, attempts };
    const call: OwnSlot = { slotCount: 1, freeAt: 0, attempts };
    let freeAt = 0;
    try {
      await own.acquire(slot, deadline);
      if (general !== own) await general.acquire(call, deadline);
      freeAt = performance.now() + UNANSWERED_MS;
    } finally {
      call.freeAt = slot.freeAt = freeAt;
      own.admit();
    }
    return (headers) => {
      const read = (part: string) => Number(headers.get(`x-ratelimit-${part}`) ?? NaN);
      const limit = read('limit');
      const leftMs = read('reset') * 1_000 - clock.nowMs();
      call.freeAt = slot.freeAt = performance.now() + (leftMs < MAX_WINDOW_MS ? leftMs : WINDOW_MS);
      const isGeneral = limit === general.limit() && limit !== own.limit();
      (isGeneral ? general : own).correct(limit, limit - read('remaining'), slot.freeAt);
      own.admit();
      general.admit();
    };
  };
}

type Bucket = ReturnType<typeof createBucket>;

function createBucket(initialLimit: number) {
  let limit = initialLimit;
  const slots: Slots[] = [];
  let queue: { slot: OwnSlot; onAdmitted: () => void }[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const used = () => {
    const now = performance.now();
    let sum = 0;
    let kept = 0;
    // In place: a call counts three times, and new arrays would cost more than the counting.
    for (const slot of slots) {
      if (slot.freeAt <= now) continue;
      slots[kept++] = slot;
      sum += slot.slotCount;
    }
    slots.length = kept;
    return sum;
  };
  /** A call that weighs more than the limit waits for an empty window. */
  const hasRoom = ({ slotCount }: Slots, count = used()) => count === 0 || count + slotCount <= limit;
  const take = (slot: Slots) => {
    slot.freeAt = performance.now() + MAX_WINDOW_MS;
    slots.push(slot);
  };
  /** Admits waiting requests while there is room, and runs again when there will be more. */
  const admit = () => {
    clearTimeout(timer);
    while (queue[0] && hasRoom(queue[0].slot)) {
      take(queue[0].slot);
      queue.shift()?.onAdmitted();
    }
    if (!queue[0]) return;
    const nextFreeAt = Math.min(...slots.map(({ freeAt }) => freeAt));
    timer = setTimeout(admit, Math.max(0, nextFreeAt - performance.now()));
  };
  return {
    limit: () => limit,
    admit,
    /** Takes the slot, without a promise when there is room and nobody waits. */
    acquire(slot: OwnSlot, deadline: Deadline): Promise<void> | void {
      if (!queue[0] && hasRoom(slot)) return take(slot);
      const room = new Promise<void>((onAdmitted) => queue.push({ slot, onAdmitted }));
      // The time of a call runs from its first attempt, so its later ones cannot wait behind those of a long queue.
      if (slot.attempts) queue.sort((a, b) => b.slot.attempts - a.slot.attempts);
      admit();
      // Cloudflare's Workers end a timer with the request that set it. A call that relied on the timer of another one
      // could wait forever. Elsewhere this timer finds nothing to do.
      const ownTimer = setInterval(admit, 2 * UNANSWERED_MS);
      return deadline.await(room).finally(() => {
        clearInterval(ownTimer);
        queue = queue.filter((each) => each.slot !== slot);
        admit();
      });
    },
    /** Adds what the service has counted beyond our own requests: other processes sent it. */
    correct(newLimit: number, counted: number, freeAt: number): void {
      if (newLimit > 0) limit = newLimit;
      const others = counted - used();
      if (others > 0) slots.push({ slotCount: others, freeAt });
    },
  };
}
