import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayCancelled, GatewayCancelRefusal } from '@procurement-intents/contract/gateway/messages';
import { expectKept, NotChecked } from '../broken-promise.ts';
import type { Check } from '../check.ts';
import { FaultProxy } from '../fault-proxy.ts';
import type { Answer } from '../http-client.ts';
import { readJson } from '../probe.ts';
import type { Probe } from '../probe.ts';

const AT_ONCE = 5;
/** Orders that are cancelled at different times after they were made. */
const RACES = 3;

/** The fee of a cancellation; null when it is refused. */
function readFee({ status, json, exchange }: Answer): number | null {
  if (status === 200) return readJson(GatewayCancelled, json, exchange).fee;
  expectKept(status === 409, 'a cancellation gets neither 200 nor 409', exchange);
  readJson(GatewayCancelRefusal, json, exchange);
  return null;
}

/** A refusal may follow from time that passed, so only cancellations are compared. */
function expectSameFee(first: Answer, second: Answer): void {
  const fee = readFee(first);
  if (fee === null) return;
  expectKept(
    readFee(second) === fee,
    `the fee was ${fee} first, and is another when the call is repeated`,
    first.exchange,
    second.exchange,
  );
}

async function repeatCancel(probe: Probe): Promise<void> {
  const merchantOrderNo = probe.newNumber();
  const { orderId, amountPaid } = await probe.buy(merchantOrderNo);
  const first = await probe.cancel(orderId);
  expectSameFee(first, await probe.cancel(orderId));
  if (readFee(first) === null) return;
  const found = await probe.get(orderId);
  const { status, refunded } = probe.readOrder(found);
  expectKept(status === 'CANCELLED', `a cancelled order is ${status}`, first.exchange, found.exchange);
  expectKept((refunded ?? 0) <= amountPaid, 'more was refunded than was paid', found.exchange);
  const again = await probe.place(merchantOrderNo);
  expectKept(
    again.status === 200 && probe.readOrder(again).status === 'CANCELLED',
    'a cancelled number is something else when it comes again',
    again.exchange,
  );
}

async function cancelAtOnce(probe: Probe): Promise<void> {
  const { clients } = probe;
  const { orderId, amountPaid } = await probe.buy(probe.newNumber());
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) =>
      probe.cancel(orderId, { client: clients[index % clients.length] ?? probe.client }),
    ),
  );
  const done = answers.filter((answer) => readFee(answer) !== null);
  const [first, ...others] = done;
  if (first) for (const other of others) expectSameFee(first, other);
  const found = await probe.get(orderId);
  const { refunded } = probe.readOrder(found);
  expectKept((refunded ?? 0) <= amountPaid, 'more was refunded than was paid', found.exchange);
}

async function cancelThroughCut(probe: Probe): Promise<void> {
  const { orderId } = await probe.buy(probe.newNumber());
  await FaultProxy.with('cut-answer', probe.client.target, (via) => probe.cancel(orderId, { via }));
  const first = await probe.cancel(orderId);
  expectSameFee(first, await probe.cancel(orderId));
}

async function knowNoOther(probe: Probe): Promise<void> {
  const { status, exchange } = await probe.cancel('chk-unknown');
  expectKept(status === 404, 'the cancellation of an unknown order gets no 404', exchange);
}

/** After a 200 the order ends CANCELLED; after a 409 it does not. */
async function keepCancelWord(probe: Probe): Promise<void> {
  for (let race = 0; race < RACES; race += 1) {
    const { orderId } = await probe.buy(probe.newNumber());
    await sleep(race * probe.times.pollMs);
    const cancelled = await probe.cancel(orderId);
    const isCancelled = readFee(cancelled) !== null;
    await sleep(probe.times.pollMs);
    const found = await probe.get(orderId);
    const { status } = probe.readOrder(found);
    expectKept(
      (status === 'CANCELLED') === isCancelled,
      `the cancellation was ${isCancelled ? 'done' : 'refused'}, and the order is ${status}`,
      cancelled.exchange,
      found.exchange,
    );
  }
}

async function refuseShipped(probe: Probe): Promise<void> {
  const { ship } = probe.settings;
  if (!ship) throw new NotChecked('needs --ship: a command that ships an order');
  const { orderId } = await probe.buy(probe.newNumber());
  await ship(orderId);
  const isShipped = await probe.waitUntil(async () => {
    const { status } = probe.readOrder(await probe.get(orderId));
    return status === 'SHIPPED' || status === 'DELIVERED';
  });
  expectKept(isShipped, `the order is not SHIPPED ${probe.times.watchMs} ms after it was`);
  const cancelled = await probe.cancel(orderId);
  expectKept(readFee(cancelled) === null, 'an order that was shipped is cancelled', cancelled.exchange);
}

export const CANCEL: readonly Check[] = [
  {
    group: 'cancel',
    name: 'repeat',
    promise: 'A cancellation that is repeated gets the same fee, and the order stays CANCELLED.',
    mend: 'Store the fee with the cancellation, and answer a repeated one from there.',
    pieces: () => 1,
    run: repeatCancel,
  },
  {
    group: 'cancel',
    name: 'at-once',
    promise: 'Cancellations of an order that arrive at once get the same fee, and are refunded once.',
    mend: 'Let calls for an order that is being cancelled wait for the first one, in every process.',
    pieces: () => 1,
    run: cancelAtOnce,
  },
  {
    group: 'cancel',
    name: 'cut-answer',
    promise: 'A cancellation whose response was lost is repeated with the same fee.',
    mend: 'Finish what was begun: a shop that has cancelled and not yet refunded is asked for the refund.',
    pieces: () => 1,
    run: cancelThroughCut,
  },
  {
    group: 'cancel',
    name: 'unknown',
    promise: 'The cancellation of an unknown order gets 404.',
    mend: 'Look the order up before it is cancelled.',
    run: knowNoOther,
  },
  {
    group: 'cancel',
    name: 'word-kept',
    promise: 'After a 200 the order is CANCELLED, after a 409 it is not.',
    mend: 'Answer from what the shop says after the call, not before it.',
    pieces: () => RACES,
    run: keepCancelWord,
  },
  {
    group: 'cancel',
    name: 'after-ship',
    promise: 'An order that was shipped is not cancelled: 409 with a reason.',
    mend: 'Look at the fulfilments of the order before it is cancelled.',
    pieces: () => 1,
    run: refuseShipped,
  },
];
