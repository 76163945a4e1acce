import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderStatus } from '@procurement-intents/contract/gateway/codes';
import { expectKept, NotChecked } from '../broken-promise.ts';
import type { Check } from '../check.ts';
import { FaultProxy } from '../fault-proxy.ts';
import { isUnclear } from '../probe.ts';
import type { Probe } from '../probe.ts';
import { LOWEST_CAP } from './money.ts';

/** How far an order has come; a status never goes to a lower rank. */
const RANK: Record<OrderStatus, number> = {
  ACCEPTED: 0,
  CONFIRMED: 1,
  SHIPPED: 2,
  DELIVERED: 3,
  REJECTED: 4,
  CANCELLED: 4,
};
/** Numbers that are refused while somebody looks. */
const WATCHED = 5;

/** Calls that end early: after the time of the call and its bytes, no order may appear. */
async function keepNotFound(probe: Probe): Promise<void> {
  const placeBefore = 1;
  const numbers = probe.newNumbers(3);
  const cuts = ['cut-in-request', 'cut-after-request', 'cut-after-request'] as const;
  for (const [index, merchantOrderNo] of numbers.entries())
    await FaultProxy.with(cuts[index] ?? 'cut-after-request', probe.client.target, (via) =>
      probe.place(merchantOrderNo, { placeBefore }, { via }),
    );
  await sleep(placeBefore * 1000 + probe.times.inFlightMs);
  const first = await Promise.all(numbers.map((number) => probe.find(number)));
  const giveUpAt = Date.now() + probe.times.watchMs;
  while (Date.now() < giveUpAt) {
    for (const [index, merchantOrderNo] of numbers.entries()) {
      const before = first[index];
      const now = await probe.find(merchantOrderNo);
      if (!before || isUnclear(before.status) || isUnclear(now.status)) continue;
      expectKept(
        (before.status === 404) === (now.status === 404),
        before.status === 404 ? 'an order appeared after its time was over' : 'an order disappeared',
        before.exchange,
        now.exchange,
      );
    }
    await sleep(probe.times.pollMs);
  }
}

async function keepRefusal(probe: Probe): Promise<void> {
  const merchantOrderNo = probe.newNumber();
  const refused = await probe.place(merchantOrderNo, { maxTotal: LOWEST_CAP });
  if (refused.status === 400 || refused.status === 422)
    throw new NotChecked('the gateway refuses with 422, which binds that call alone');
  const order = probe.readOrder(refused);
  if (order.status !== 'REJECTED') throw new NotChecked('no order costs more than 0.01 yuan');
  for (let repeat = 0; repeat < 3; repeat += 1) {
    const answer = await probe.place(merchantOrderNo);
    const again = probe.readOrder(answer);
    expectKept(
      again.status === 'REJECTED' && again.orderId === order.orderId && again.reason === order.reason,
      'a number that was REJECTED is something else when it comes again',
      refused.exchange,
      answer.exchange,
    );
  }
  const found = await probe.find(merchantOrderNo);
  expectKept(
    probe.readOrder(found).status === 'REJECTED',
    'a number that was REJECTED has another status later',
    refused.exchange,
    found.exchange,
  );
}

/** Looks by number, without a pause, while an order is refused: it must never be shown as accepted. */
async function hideHalfMade(probe: Probe): Promise<void> {
  for (const merchantOrderNo of probe.newNumbers(WATCHED)) {
    let isPlacing = true;
    const refused = probe.place(merchantOrderNo, { maxTotal: LOWEST_CAP }).finally(() => (isPlacing = false));
    while (isPlacing) {
      const found = await probe.find(merchantOrderNo);
      if (found.status === 404 || isUnclear(found.status)) continue;
      const { status } = probe.readOrder(found);
      const { exchange } = await refused;
      expectKept(status === 'REJECTED', 'a half-made order is shown', found.exchange, exchange);
    }
    await refused;
  }
}

async function avoidNoes(probe: Probe): Promise<void> {
  const unknown = new URL(probe.settings.product);
  unknown.pathname = `${unknown.pathname.replace(/\/$/, '')}-unknown-to-the-shop`;
  for (const productUrl of [unknown.href, probe.settings.soldOut]) {
    if (productUrl === undefined) continue;
    const { status, exchange } = await probe.place(probe.newNumber(), { productUrl });
    expectKept(
      status !== 404 && status !== 409,
      'an order gets 404 or 409, which says nothing, so it is sent again and again',
      exchange,
    );
    expectKept(!isUnclear(status), 'a product that cannot be bought gets no clear response', exchange);
  }
}

async function goForward(probe: Probe): Promise<void> {
  let order = await probe.buy(probe.newNumber());
  const giveUpAt = Date.now() + probe.times.watchMs;
  while (Date.now() < giveUpAt) {
    const answer = await probe.get(order.orderId);
    if (!isUnclear(answer.status)) {
      expectKept(answer.status === 200, 'an order disappeared', answer.exchange);
      const now = probe.readOrder(answer);
      const isFinal = order.status === 'CANCELLED' || order.status === 'REJECTED';
      expectKept(
        RANK[now.status] >= RANK[order.status] && (!isFinal || now.status === order.status),
        `the status went from ${order.status} to ${now.status}`,
        answer.exchange,
      );
      order = now;
    }
    await sleep(probe.times.pollMs);
  }
}

export const WORD: readonly Check[] = [
  {
    group: 'word',
    name: 'not-found-stays',
    promise: 'When the time of a call is over, a number without an order never gets one from that call.',
    mend: 'Count placeBefore from the receipt of the call, and look at it again right before the payment.',
    pieces: () => 3,
    run: keepNotFound,
  },
  {
    group: 'word',
    name: 'refusal-stays',
    promise: 'A REJECTED number stays REJECTED when it comes again.',
    mend: 'Store the refusal with the number before you respond, and look for it first.',
    pieces: () => 1,
    run: keepRefusal,
  },
  {
    group: 'word',
    name: 'half-made-hidden',
    promise: 'An order is shown only once it is ACCEPTED for good or REJECTED; until then it is 404.',
    mend: 'Respond with 404 by number and by id, and leave it out of the list, until the shop has the whole order.',
    pieces: () => 1,
    run: hideHalfMade,
  },
  {
    group: 'word',
    name: 'clear-refusals',
    promise: 'An order that cannot be bought gets 400, 422 or a REJECTED order, never 404 or 409.',
    mend: 'Map “not found” and “conflict” of the shop to REJECTED with a reason.',
    pieces: () => 2,
    run: avoidNoes,
  },
  {
    group: 'word',
    name: 'status-forward',
    promise: 'The status of an order never goes back, and an order never disappears.',
    mend: 'Derive the status from what the shop has stored, not from what the gateway remembers.',
    pieces: () => 1,
    run: goForward,
  },
];
