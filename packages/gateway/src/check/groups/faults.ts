import { setTimeout as sleep } from 'node:timers/promises';
import { expectKept, NotChecked } from '../broken-promise.ts';
import type { Check } from '../check.ts';
import { FaultProxy, FAULTS } from '../fault-proxy.ts';
import type { Fault } from '../fault-proxy.ts';
import type { Answer } from '../http-client.ts';
import { isUnclear } from '../probe.ts';
import type { Probe } from '../probe.ts';
import { proveOneOrderEach } from '../prove-orders.ts';
import type { Sizes } from '../settings.ts';
import { LOWEST_CAP, proveUnpaid } from './money.ts';

const WHAT: Record<Fault, string> = {
  'cut-before-request': 'is cut before the request',
  'cut-in-request': 'is cut in the middle of the request',
  'cut-after-request': 'is cut after the request',
  'cut-answer': 'is cut before the response',
  'stall-answer': 'stalls before the response',
  'truncate-answer': 'is cut in the middle of the response',
  'duplicate-answer': 'delivers the response twice',
};

/** One in so many kills is of an order that comes again with a lower total. */
const LOWER_TOTAL_SHARE = 5;
/** After so many kills, the run says how far it is. */
const TOLD_KILLS = 10;

/** Orders through a proxy with the fault, then directly until the response is clear. */
async function survive(probe: Probe, fault: Fault): Promise<void> {
  await probe.firstOrder();
  const merchantOrderNo = probe.newNumber();
  await FaultProxy.with(fault, probe.client.target, (via) =>
    probe.place(merchantOrderNo, {}, { via, timeoutMs: probe.times.stallMs }),
  );
  const found = await probe.find(merchantOrderNo);
  expectKept(
    found.status === 404 || isUnclear(found.status) || fault !== 'cut-before-request',
    'there is an order that was never sent',
    found.exchange,
  );
  const early = found.status === 404 || isUnclear(found.status) ? null : probe.readOrder(found);
  const order = await probe.buy(merchantOrderNo);
  expectKept(
    early === null || early.orderId === order.orderId,
    'sending the order again made another one',
    found.exchange,
  );
  await proveOneOrderEach(probe, [{ merchantOrderNo, answers: [] }]);
}

/** Kills the gateway at a random moment of each order, and starts it again. */
async function killEach(
  probe: Probe,
  kills: number,
  judge: (merchantOrderNo: string, answer: Answer) => Promise<void>,
): Promise<void> {
  const { kill, restart } = probe.settings;
  if (!kill || !restart) throw new NotChecked('needs --kill and --restart: commands that end and start it');
  await probe.firstOrder();
  for (let round = 0; round < kills; round += 1) {
    if (round > 0 && round % TOLD_KILLS === 0) probe.settings.onProgress?.(`${round} of ${kills} kills`);
    const merchantOrderNo = probe.newNumber();
    const call = probe.place(merchantOrderNo);
    await sleep(Math.random() * probe.times.killSpreadMs);
    await kill();
    const answer = await call;
    // A process that is ending still has its port.
    await probe.waitUntil(
      async () => (await probe.find(merchantOrderNo)).status === null,
      probe.times.silenceMs,
    );
    await restart();
    const isUp = await probe.waitUntil(
      async () => (await probe.find(merchantOrderNo)).status !== null,
      probe.times.recoverMs,
    );
    expectKept(isUp, `the gateway does not respond ${probe.times.recoverMs} ms after its restart`);
    await judge(merchantOrderNo, answer);
  }
}

const surviveKills = (probe: Probe): Promise<void> =>
  killEach(probe, probe.sizes.kills, async (merchantOrderNo, answer) => {
    await probe.buy(merchantOrderNo);
    await proveOneOrderEach(probe, [{ merchantOrderNo, answers: [answer] }]);
  });

/** An order that may be charged when the gateway dies is not refused for a lower total that comes later. */
const keepCharge = (probe: Probe): Promise<void> =>
  killEach(probe, killsWithLowerTotal(probe.sizes), async (merchantOrderNo, answer) => {
    const again = await probe.placeUntilClear(merchantOrderNo, { maxTotal: LOWEST_CAP });
    const found = await probe.find(merchantOrderNo);
    if (found.status !== 404 && probe.readOrder(found).status !== 'REJECTED')
      return proveOneOrderEach(probe, [{ merchantOrderNo, answers: [answer, again] }]);
    await proveUnpaid(probe, merchantOrderNo, found);
  });

const killsWithLowerTotal = ({ kills }: Sizes): number => Math.ceil(kills / LOWER_TOTAL_SHARE);

export const FAULT_CHECKS: readonly Check[] = [
  ...FAULTS.map((fault): Check => ({
    group: 'faults',
    name: fault,
    promise: `An order whose connection ${WHAT[fault]} and that is sent again makes one order.`,
    mend: 'Store the number before the shop is asked to order, and look before each step what is there already.',
    pieces: () => 1,
    run: (probe) => survive(probe, fault),
  })),
  {
    group: 'faults',
    name: 'kill',
    promise: 'An order during which the gateway is killed and that is sent again makes one order.',
    mend: 'Store the number before the shop is asked to order; after a start, go on with what is there, once no earlier call can still run.',
    pieces: ({ kills }) => kills,
    run: surviveKills,
  },
  {
    group: 'faults',
    name: 'kill-lower-total',
    promise:
      'An order during which the gateway is killed and that is sent again with a total that is too low is REJECTED and not paid, or was paid before.',
    mend: 'Store the total before you charge, and then only charge it again, with the same key, whatever comes with the number.',
    pieces: killsWithLowerTotal,
    run: keepCharge,
  },
];
