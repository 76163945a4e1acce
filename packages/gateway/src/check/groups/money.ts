import { GatewayCancelled } from '@procurement-intents/contract/gateway/messages';
import { nearestFen } from '@procurement-intents/contract/money';
import { expectKept, NotChecked } from '../broken-promise.ts';
import type { Check } from '../check.ts';
import type { Answer } from '../http-client.ts';
import { readJson, reasonOf } from '../probe.ts';
import type { Probe } from '../probe.ts';
import { readPagePrice } from '../page-price.ts';
import { expectCharged } from '../prove-charge.ts';
import { agreeOnQuote } from './offers.ts';

/** Quantities that are tried to find an amount at which cutting off yuan x 100 loses a fen. */
const QUANTITIES = [1, 2, 3] as const;

/** Below any price, so that every shop refuses it; the protocol has no lower one. */
export const LOWEST_CAP = 0.01;

async function respectCap(probe: Probe): Promise<void> {
  const { amountPaid } = await probe.firstOrder();
  const merchantOrderNo = probe.newNumber();
  const maxTotal = (nearestFen(amountPaid) - 1) / 100;
  const answer = await probe.placeUntilClear(merchantOrderNo, { maxTotal });
  expectRefused(probe, answer, ['PRICE_CHANGED']);
  await proveUnpaid(probe, merchantOrderNo, await probe.find(merchantOrderNo));
}

/** @throws BrokenPromise unless nothing was paid for the number, whose order is REJECTED or was never made. */
export async function proveUnpaid(probe: Probe, merchantOrderNo: string, found: Answer): Promise<void> {
  if (found.status !== 404) expectUnpaid(probe, found);
  await expectCharged(probe, merchantOrderNo, 0, found.exchange);
}

/** @throws BrokenPromise unless the order is refused for one of the reasons, and nothing was paid. */
export function expectRefused(probe: Probe, answer: Answer, reasons: readonly string[]): void {
  const { status, exchange } = answer;
  const reason = reasonOf(answer);
  if (status === 422 || status === 400) {
    expectKept(reasons.includes(String(reason)), `the reason is not ${reasons.join(' or ')}`, exchange);
    return;
  }
  expectUnpaid(probe, answer);
  expectKept(reasons.includes(String(reason)), `the reason is not ${reasons.join(' or ')}`, exchange);
}

/** @throws BrokenPromise unless the order is REJECTED, and nothing was paid. */
function expectUnpaid(probe: Probe, answer: Answer): void {
  const { status, amountPaid, refunded } = probe.readOrder(answer);
  expectKept(status === 'REJECTED', `the order is ${status} instead of REJECTED`, answer.exchange);
  expectKept(
    amountPaid === 0 && !refunded,
    `the order is REJECTED, and yet ${amountPaid} yuan were paid (${refunded ?? 0} refunded)`,
    answer.exchange,
  );
}

async function takeExactCap(probe: Probe): Promise<void> {
  const quantity = QUANTITIES.find((count) => isTreacherous((probe.priceFen * count) / 100)) ?? 1;
  const generous = probe.priceFen * quantity + (probe.capFen - probe.priceFen);
  const { amountPaid } = await probe.buy(probe.newNumber(), { quantity, maxTotal: generous / 100 });
  expectKept(nearestFen(amountPaid) <= generous, `${amountPaid} yuan were paid of at most ${generous / 100}`);
  const answer = await probe.place(probe.newNumber(), { quantity, maxTotal: amountPaid });
  const order = probe.readOrder(answer);
  expectKept(
    order.status !== 'REJECTED' && order.amountPaid === amountPaid,
    `an order that costs exactly its total of ${amountPaid} is not accepted for it`,
    answer.exchange,
  );
}

/** Whether cutting off yuan x 100 loses a fen. */
const isTreacherous = (yuan: number): boolean => Math.trunc(yuan * 100) !== nearestFen(yuan);

async function agreeOnPrice(probe: Probe): Promise<void> {
  const page = await readPagePrice(probe.settings.product);
  if (page === null) throw new NotChecked('the product page shows no price that the service can read');
  const order = await probe.firstOrder();
  const goodsFen = nearestFen(order.amountPaid) - nearestFen(order.shipping ?? 0);
  expectKept(
    page === goodsFen,
    `the product page says ${page / 100} yuan, the order ${goodsFen / 100} without shipping`,
  );
}

/** What stays charged after a cancellation is the fee, once the rest is paid back. */
async function agreeOnCharge(probe: Probe): Promise<void> {
  if (!probe.settings.charged)
    throw new NotChecked('needs --charged: a command that asks the payment provider');
  const merchantOrderNo = probe.newNumber();
  const { orderId, amountPaid } = await probe.buy(merchantOrderNo);
  await expectCharged(probe, merchantOrderNo, nearestFen(amountPaid));
  const { status, json, exchange } = await probe.cancel(orderId);
  if (status !== 200) return;
  const { fee, refund } = readJson(GatewayCancelled, json, exchange);
  if (refund === 'done') await expectCharged(probe, merchantOrderNo, nearestFen(fee), exchange);
}

export const MONEY: readonly Check[] = [
  {
    group: 'money',
    name: 'cap',
    promise: 'An order that costs more than maxTotal is REJECTED as PRICE_CHANGED and not paid.',
    mend: 'Compare quantity, product and total with the order before the payment, never after.',
    pieces: () => 1,
    run: respectCap,
  },
  {
    group: 'money',
    name: 'exact-cap',
    promise: 'An order that costs exactly maxTotal is accepted, and never costs more.',
    mend: 'Compare whole fen; round yuan x 100 to the nearest whole number.',
    pieces: () => 6,
    run: takeExactCap,
  },
  {
    group: 'money',
    name: 'charged',
    promise: 'The payment provider has charged what the order says, and after a cancellation its fee.',
    mend: 'Charge the total of the order once, with its key, and pay back what the cancellation does not cost.',
    pieces: () => 1,
    run: agreeOnCharge,
  },
  {
    group: 'money',
    name: 'one-price',
    promise: 'The product page and the order have the same price.',
    mend: 'Publish the price that the shop charges, with tax, in CNY, in the JSON-LD of the page.',
    run: agreeOnPrice,
  },
  {
    group: 'money',
    name: 'quote',
    promise: 'Quote, product page and order have the same price, where there are quotes.',
    mend: 'Quote the price of one piece that an order of this quantity pays, and whether it can be ordered.',
    run: agreeOnQuote,
  },
];
