import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Buyer } from './buyer.ts';
import type { Killable } from './killable-process.ts';

export interface Purchase {
  id: string;
  sku: string;
  quantity: number;
}

interface Plan {
  buyer: Buyer;
  skus: readonly string[];
  victims: readonly Killable[];
  killsOfEach: number;
  signal: AbortSignal;
}

const CALLERS = 4;
/** So many purchases are created before the first kill. */
const LEAD = 4;
const POLL_MS = 200;

/**
 * Buys one of each product while the victims are killed, each at random moments at which purchases are under way, and each up
 * again before its next kill. Purchases are created as the kills go on, so that the last kill finds some, too.
 */
export async function buyAndKill({ buyer, skus, victims, killsOfEach, signal }: Plan) {
  const bought: Purchase[] = [];
  const kills = victims.map(() => 0);
  const failed = new AbortController();
  const ended = AbortSignal.any([signal, failed.signal]);
  let begun = 0;
  let next = 0;

  const isDue = (index: number) => {
    const killed = kills.reduce((sum, count) => sum + count, 0);
    return index < LEAD + (skus.length * killed) / (victims.length * killsOfEach);
  };
  const createAll = async (caller: number) => {
    for (let index = next++; index < skus.length; index = next++) {
      // The next one comes early when nothing is left to kill at.
      while (!isDue(index) && !(index === begun && (await buyer.unfinished()) === 0))
        await delay(POLL_MS, undefined, { signal: ended });
      begun += 1;
      const sku = skus[index]!;
      const quantity = 1 + (index % 3);
      bought.push({ sku, quantity, id: await buyer.create(sku, { quantity, app: caller }, ended) });
    }
  };
  const kill = async (victim: Killable, at: number) => {
    while (kills[at]! < killsOfEach) {
      await delay(randomInt(500, 5_000), undefined, { signal: ended });
      if ((await buyer.unfinished()) === 0) {
        if (bought.length === skus.length) return;
        continue;
      }
      victim.killNow();
      await victim.hasEnded();
      kills[at]! += 1;
      await victim.start();
    }
  };
  const works = [...Array.from({ length: CALLERS }, (_, caller) => createAll(caller)), ...victims.map(kill)];
  try {
    await Promise.all(works);
  } finally {
    // None goes on behind a test that has failed.
    failed.abort(new Error('another part of the test has failed'));
    await Promise.allSettled(works);
  }
  return { bought, kills };
}
