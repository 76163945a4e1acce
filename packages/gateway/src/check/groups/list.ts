import { setTimeout as sleep } from 'node:timers/promises';
import { expectKept, NotChecked } from '../broken-promise.ts';
import type { Check } from '../check.ts';
import type { Probe } from '../probe.ts';
import { readListPage, walkList } from '../walk-list.ts';
import type { ListPage } from '../walk-list.ts';

/** Nothing lists an order by this cursor; it is too long for no gateway. */
const NO_CURSOR = 'checker-no-cursor';

/** Longer than a second, in which many shops count. */
const CLOCK_TICK_MS = 1_100;

/** Reads the list while more orders are made: each order that was there before is in it. */
async function listAll(probe: Probe): Promise<void> {
  await readListPage(probe, probe.startedAt, null);
  const [late = '', ...numbers] = probe.newNumbers(probe.sizes.listed);
  for (const number of numbers) await probe.buy(number);
  const isListed = await probe.waitUntil(async () => hasAll(await walkList(probe, probe.startedAt), numbers));
  const [pages] = await Promise.all([walkList(probe, probe.startedAt), probe.buy(late)]);
  const last = pages.at(-1)?.exchange;
  expectKept(isListed && hasAll(pages, numbers), 'the list lacks an order', ...(last ? [last] : []));
  expectOldestFirst(pages);
}

function hasAll(pages: readonly ListPage[], numbers: readonly string[]): boolean {
  const listed = new Set(pages.flatMap(({ orders }) => orders.map((order) => order.merchantOrderNo)));
  return numbers.every((number) => listed.has(number));
}

function expectOldestFirst(pages: readonly ListPage[]): void {
  let before = -Infinity;
  for (const { orders, exchange } of pages) {
    for (const { updatedAt, orderId } of orders) {
      if (!updatedAt) continue;
      const at = Date.parse(updatedAt);
      expectKept(
        at >= before,
        `the order ${orderId} changed before the one that is listed before it`,
        exchange,
      );
      before = at;
    }
  }
}

/** Changes an order of the first page between two pages: no other order may fall out of the list. */
async function keepPlace(probe: Probe): Promise<void> {
  const { orderId } = await probe.firstOrder();
  const complete = await walkList(probe, probe.startedAt);
  const first = await readListPage(probe, probe.startedAt, null);
  if (first.nextCursor === null || complete.length < 2)
    throw new NotChecked('the orders of the run fit on one page of the list');
  if (!first.orders.some((order) => order.orderId === orderId))
    throw new NotChecked('the first order of the run is not on the first page of the list');
  const { status } = await probe.cancel(orderId);
  if (status !== 200) throw new NotChecked('the shop does not cancel the first order of the run');
  const rest = await walkList(probe, probe.startedAt, first.nextCursor);
  const listed = new Set([first, ...rest].flatMap(({ orders }) => orders.map((order) => order.orderId)));
  for (const order of complete.flatMap(({ orders }) => orders))
    expectKept(
      listed.has(order.orderId),
      `the order ${order.orderId} fell out of the list when another order changed between two pages`,
      first.exchange,
      ...rest.slice(0, 1).map(({ exchange }) => exchange),
    );
}

async function refuseBadCursor(probe: Probe): Promise<void> {
  await readListPage(probe, probe.startedAt, null);
  for (const query of [
    new URLSearchParams({ changedSince: probe.startedAt.toISOString(), cursor: NO_CURSOR }),
    new URLSearchParams({ changedSince: 'yesterday' }),
    new URLSearchParams(),
  ]) {
    const { status, exchange } = await probe.client.call('GET', `/orders?${query.toString()}`);
    expectKept(status === 400, 'a list that cannot be meant gets no 400', exchange);
  }
}

async function listChanges(probe: Probe): Promise<void> {
  await readListPage(probe, probe.startedAt, null);
  const { orderId, status, updatedAt } = await probe.buy(probe.newNumber());
  // Whoever has read the list so far reads on from here, and misses a change that keeps its old time.
  const readUntil = updatedAt ? new Date(Date.parse(updatedAt) + 1) : probe.startedAt;
  await sleep(CLOCK_TICK_MS);
  const cancelled = await probe.cancel(orderId);
  if (cancelled.status !== 200) throw new NotChecked(`the shop does not cancel an order that is ${status}`);
  const isListed = await probe.waitUntil(async () => {
    const orders = (await walkList(probe, readUntil)).flatMap((page) => page.orders);
    return orders.some((order) => order.orderId === orderId && order.status === 'CANCELLED');
  });
  expectKept(isListed, 'an order that was listed and has changed is not listed again', cancelled.exchange);
}

export const LIST: readonly Check[] = [
  {
    group: 'list',
    name: 'all-orders',
    promise: 'The list has every order that changed, the oldest change first, while more are made.',
    mend: 'Sort by time of change and then by id, both ascending.',
    pieces: ({ listed }) => listed,
    run: listAll,
  },
  {
    group: 'list',
    name: 'bad-cursor',
    promise: 'A cursor or time that makes no sense gets 400.',
    mend: 'Check the query before you read the list; do not begin from the start instead.',
    run: refuseBadCursor,
  },
  {
    group: 'list',
    name: 'changes-again',
    promise: 'An order that changes is listed again.',
    mend: 'Store the time of each change of status, and list by it instead of by the time of the order.',
    pieces: () => 1,
    run: listChanges,
  },
  {
    group: 'list',
    name: 'keyset-cursor',
    promise: 'No order falls out of the list when another one changes between two pages.',
    mend: 'Let the cursor name time and id of the last order (keyset), not a number of rows to skip (offset).',
    run: keepPlace,
  },
];
