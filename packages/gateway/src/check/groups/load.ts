import { expectKept } from '../broken-promise.ts';
import type { Check } from '../check.ts';
import { isOrder, isUnclear } from '../probe.ts';
import type { Probe } from '../probe.ts';
import { proveOneOrderEach } from '../prove-orders.ts';

async function bearLoad(probe: Probe): Promise<void> {
  await probe.firstOrder();
  const numbers = probe.newNumbers(probe.sizes.load);
  const placed = await Promise.all(
    numbers.map(async (merchantOrderNo) => ({
      merchantOrderNo,
      answers: [await probe.place(merchantOrderNo)],
    })),
  );
  for (const { status, headers, exchange } of placed.flatMap(({ answers }) => answers)) {
    expectKept(status !== null, 'an order gets no response in time when many arrive', exchange);
    if (!isUnclear(status)) continue;
    const isPatient = (status === 503 || status === 429) && headers['retry-after'] !== undefined;
    expectKept(isPatient, 'an order that is too much gets no 503 with Retry-After', exchange);
  }
  const startedAt = Date.now();
  await probe.buy(numbers[0] ?? probe.newNumber());
  const recoveredMs = Date.now() - startedAt;
  expectKept(
    recoveredMs <= probe.times.recoverMs,
    `after the load, an order took ${recoveredMs} ms instead of ${probe.times.recoverMs} at most`,
  );
  await proveOneOrderEach(
    probe,
    placed.filter(({ answers }) => answers.some(({ status }) => isOrder(status))),
  );
}

export const LOAD: readonly Check[] = [
  {
    group: 'load',
    name: 'many-at-once',
    promise: 'Many orders at once get an order or 503 with Retry-After, all in time.',
    mend: 'Bound how many orders are placed at once, and respond with 503 and Retry-After when the queue is longer than the time.',
    pieces: ({ load }) => load,
    run: bearLoad,
  },
];
