import type { GatewayOrder } from '@procurement-intents/contract/gateway/messages';
import { nearestFen } from '@procurement-intents/contract/money';
import { BrokenPromise, expectKept, NotChecked } from './broken-promise.ts';
import type { Answer } from './http-client.ts';
import { isOrder } from './probe.ts';
import type { Probe } from './probe.ts';
import { expectCharged } from './prove-charge.ts';
import { walkList } from './walk-list.ts';

/** A number and every response that an order with it got. */
export interface PlacedNumber {
  merchantOrderNo: string;
  answers: readonly Answer[];
}

/**
 * Proves that each number has one order, with one id in all responses, by number, by id and in the list, that costs
 * what one piece costs. @throws BrokenPromise when one has not.
 */
export async function proveOneOrderEach(probe: Probe, placed: readonly PlacedNumber[]): Promise<void> {
  const { amountPaid } = await probe.firstOrder();
  for (const { merchantOrderNo, answers } of placed) {
    const orders = answers.filter(({ status }) => isOrder(status));
    const { order, byNumber } = await findSame(probe, merchantOrderNo, amountPaid);
    for (const answer of orders) {
      const { orderId } = probe.readOrder(answer);
      expectKept(
        orderId === order.orderId,
        `the number ${merchantOrderNo} has two orders: ${orderId} and ${order.orderId}`,
        answer.exchange,
        byNumber.exchange,
      );
    }
  }
  await proveListedOnce(probe, new Set(placed.map(({ merchantOrderNo }) => merchantOrderNo)));
}

/** The order of a number, and the response that shows it by its number. */
async function findSame(
  probe: Probe,
  merchantOrderNo: string,
  amountPaid: number,
): Promise<{ order: GatewayOrder; byNumber: Answer }> {
  const byNumber = await probe.find(merchantOrderNo);
  expectKept(byNumber.status === 200, 'an order that was made is not found by its number', byNumber.exchange);
  const order = probe.readOrder(byNumber);
  expectKept(
    order.merchantOrderNo === merchantOrderNo,
    'the order found by number has another number',
    byNumber.exchange,
  );
  const byId = await probe.get(order.orderId);
  expectKept(byId.status === 200, 'an order is found by its number and not by its id', byId.exchange);
  const same = probe.readOrder(byId);
  expectKept(
    same.orderId === order.orderId && same.merchantOrderNo === merchantOrderNo,
    'by its id there is another order than by its number',
    byNumber.exchange,
    byId.exchange,
  );
  expectKept(
    order.amountPaid === amountPaid,
    `${order.amountPaid} yuan paid for one piece, which costs ${amountPaid}`,
    byNumber.exchange,
  );
  const keptFen = nearestFen(order.amountPaid) - nearestFen(order.refunded ?? 0);
  await expectCharged(probe, merchantOrderNo, keptFen, byNumber.exchange);
  return { order, byNumber };
}

/** Nothing is proven when the gateway has no list. */
async function proveListedOnce(probe: Probe, numbers: ReadonlySet<string>): Promise<void> {
  try {
    let idsByNumber = new Map<string, Set<string>>();
    await probe.waitUntil(async () => {
      idsByNumber = await idsOf(probe, numbers);
      return idsByNumber.size === numbers.size;
    });
    for (const number of numbers) {
      const ids = [...(idsByNumber.get(number) ?? [])];
      if (ids.length !== 1)
        throw new BrokenPromise(
          `in the list, the number ${number} has ${ids.length} orders: ${ids.join(', ')}`,
        );
    }
  } catch (error) {
    if (!(error instanceof NotChecked)) throw error;
  }
}

async function idsOf(probe: Probe, numbers: ReadonlySet<string>): Promise<Map<string, Set<string>>> {
  const ids = new Map<string, Set<string>>();
  for (const { orders } of await walkList(probe, probe.startedAt))
    for (const { merchantOrderNo, orderId } of orders)
      if (numbers.has(merchantOrderNo))
        ids.set(merchantOrderNo, (ids.get(merchantOrderNo) ?? new Set()).add(orderId));
  return ids;
}
