import { GatewayRefusal } from '@procurement-intents/contract/gateway/messages';
import { NUMBER_REUSED } from '@procurement-intents/contract/gateway/codes';
import { expectKept, NotChecked } from '../broken-promise.ts';
import type { Check } from '../check.ts';
import type { Answer, HttpClient } from '../http-client.ts';
import { eachOf, isOrder, isUnclear, readJson } from '../probe.ts';
import type { Probe } from '../probe.ts';
import { proveOneOrderEach } from '../prove-orders.ts';
import type { PlacedNumber } from '../prove-orders.ts';

const HURRIED = 3;

async function answerRepeats(probe: Probe): Promise<void> {
  const merchantOrderNo = probe.newNumber();
  await probe.buy(merchantOrderNo);
  const answers: Answer[] = [];
  for (let repeat = 0; repeat < 3; repeat += 1) {
    const answer = await probe.place(merchantOrderNo);
    expectKept(answer.status === 200, 'an order that is sent again gets no 200', answer.exchange);
    answers.push(answer);
  }
  await proveOneOrderEach(probe, [{ merchantOrderNo, answers }]);
}

async function joinEqualPosts(probe: Probe): Promise<void> {
  const [placed] = await placeTogether(probe, probe.newNumbers(1), probe.sizes.equalPosts);
  const put = placed?.answers.filter(({ status }) => isUnclear(status)) ?? [];
  expectKept(
    put.length <= probe.sizes.equalPosts / 2,
    `${put.length} of ${probe.sizes.equalPosts} equal orders at once were put off`,
    ...put.slice(0, 1).map(({ exchange }) => exchange),
  );
}

async function separateNumbers(probe: Probe): Promise<void> {
  await placeTogether(probe, probe.newNumbers(probe.sizes.numbers), probe.sizes.postsPerNumber);
}

async function shareNumbers(probe: Probe): Promise<void> {
  const { second } = probe;
  if (!second) throw new NotChecked('needs --second: another address of the gateway');
  await placeTogether(probe, probe.newNumbers(probe.sizes.sharedNumbers), 2, (index) =>
    index % 2 === 0 ? probe.client : second,
  );
}

/** Sends each number `count` times at once, then until each has its order. */
async function placeTogether(
  probe: Probe,
  numbers: readonly string[],
  count: number,
  clientOf: (index: number) => HttpClient = () => probe.client,
): Promise<PlacedNumber[]> {
  await probe.firstOrder();
  const placed = await Promise.all(
    numbers.map(async (merchantOrderNo) => {
      const answers = await Promise.all(
        Array.from({ length: count }, (_, index) =>
          probe.place(merchantOrderNo, {}, { client: clientOf(index) }),
        ),
      );
      return { merchantOrderNo, answers };
    }),
  );
  for (const { answers } of placed) judgeEqual(answers);
  await eachOf(numbers, 8, async (merchantOrderNo) => void (await probe.buy(merchantOrderNo)));
  await proveOneOrderEach(probe, placed);
  return placed;
}

/** Equal orders at once: at most one is new, and none is refused or dropped. */
function judgeEqual(answers: readonly Answer[]): void {
  const created = answers.filter(({ status }) => status === 201);
  expectKept(
    created.length <= 1,
    `${created.length} equal orders got 201: each says that it made one`,
    ...created.slice(0, 2).map(({ exchange }) => exchange),
  );
  for (const { status, headers, exchange } of answers) {
    expectKept(isOrder(status) || isUnclear(status), 'one of several equal orders is refused', exchange);
    const isPatient = (status === 429 || status === 503) && headers['retry-after'] !== undefined;
    expectKept(
      !isUnclear(status) || isPatient,
      'one of several equal orders gets neither an order nor 503 with Retry-After',
      exchange,
    );
  }
}

async function refuseOtherContent(probe: Probe): Promise<void> {
  const merchantOrderNo = probe.newNumber();
  const order = await probe.buy(merchantOrderNo);
  const { recipient, productUrl } = probe.request(merchantOrderNo);
  const other = new URL(productUrl);
  other.searchParams.set('checker', 'other');
  for (const fields of [
    { quantity: 2 },
    { productUrl: other.href },
    { recipient: { ...recipient, name: `${recipient.name}二` } },
    { recipient: { ...recipient, address: `${recipient.address} 2` } },
    { recipient: { ...recipient, phone: '13900139000' } },
  ]) {
    const { status, json, exchange } = await probe.place(merchantOrderNo, fields);
    const what = Object.keys(fields).join();
    expectKept(status === 422, `the number of an order comes with another ${what} and gets no 422`, exchange);
    const { reason } = readJson(GatewayRefusal, json, exchange);
    expectKept(reason === NUMBER_REUSED, `the reason is not ${NUMBER_REUSED}`, exchange);
  }
  const found = await probe.find(merchantOrderNo);
  const { orderId, amountPaid } = probe.readOrder(found);
  expectKept(
    orderId === order.orderId && amountPaid === order.amountPaid,
    'a call that reused the number changed its order',
    found.exchange,
  );
}

/** One number with two recipients at once: one of them gets an order. */
async function keepContentsApart(probe: Probe): Promise<void> {
  const merchantOrderNo = probe.newNumber();
  const { recipient } = probe.request(merchantOrderNo);
  const other = { recipient: { ...recipient, name: `${recipient.name}二` } };
  const answers = await Promise.all([probe.place(merchantOrderNo), probe.place(merchantOrderNo, other)]);
  const accepted = answers.filter(({ status }) => isOrder(status));
  expectKept(
    accepted.length <= 1,
    'a number that comes with two recipients at once gets an order for both',
    ...accepted.map(({ exchange }) => exchange),
  );
  for (const { status, json, exchange } of answers) {
    if (isOrder(status) || isUnclear(status)) continue;
    expectKept(status === 422, 'other content of a number under way gets no 422', exchange);
    const { reason } = readJson(GatewayRefusal, json, exchange);
    expectKept(reason === NUMBER_REUSED, `the reason is not ${NUMBER_REUSED}`, exchange);
  }
}

/** Orders whose time ends while the shop is at work, and that come again at once, at every address. */
async function outliveTime(probe: Probe): Promise<void> {
  await probe.firstOrder();
  const placed = await Promise.all(
    probe.newNumbers(HURRIED).map(async (merchantOrderNo) => {
      const hurried = await probe.place(merchantOrderNo, { placeBefore: 1 });
      const again = await Promise.all(
        probe.clients.map((client) => probe.place(merchantOrderNo, {}, { client })),
      );
      await probe.buy(merchantOrderNo);
      return { merchantOrderNo, answers: [hurried, ...again] };
    }),
  );
  await proveOneOrderEach(probe, placed);
}

async function ignoreSmallChanges(probe: Probe): Promise<void> {
  const merchantOrderNo = probe.newNumber();
  const order = await probe.buy(merchantOrderNo);
  for (const fields of [
    { unitPrice: (probe.priceFen + 1) / 100 },
    { maxTotal: 0.01 },
    { placeBefore: 1 },
    { remarks: '请尽快发货' },
  ]) {
    const answer = await probe.place(merchantOrderNo, fields);
    const what = Object.keys(fields).join();
    expectKept(answer.status === 200, `another ${what} counts as other content`, answer.exchange);
    expectKept(probe.readOrder(answer).orderId === order.orderId, 'there are two orders', answer.exchange);
  }
}

export const ONCE: readonly Check[] = [
  {
    group: 'once',
    name: 'repeat',
    promise: 'An order that is sent again gets 200 and the same order.',
    mend: 'Look the number up before you order, and store it with the order.',
    pieces: () => 1,
    run: answerRepeats,
  },
  {
    group: 'once',
    name: 'equal-posts',
    promise:
      'Equal orders that arrive at once make one order. Most of them get it, the others 503 with Retry-After.',
    mend: 'Let calls with a number that is being ordered wait for the first one (single flight).',
    pieces: () => 1,
    run: joinEqualPosts,
  },
  {
    group: 'once',
    name: 'many-numbers',
    promise: 'Several numbers that are each sent several times at once make one order each.',
    mend: 'Keep single flight by number, and bound how many orders are placed at once.',
    pieces: ({ numbers }) => numbers,
    run: separateNumbers,
  },
  {
    group: 'once',
    name: 'other-content',
    promise:
      'A known number with another product, quantity or recipient gets 422 NUMBER_REUSED and changes nothing.',
    mend: 'Store product, quantity and recipient (or their digest) with the number, and compare them first.',
    pieces: () => 1,
    run: refuseOtherContent,
  },
  {
    group: 'once',
    name: 'contents-at-once',
    promise:
      'Of two orders that arrive at once with one number and different content, at most one gets an order.',
    mend: 'Let the second one wait for the first (single flight), and compare its content then.',
    pieces: () => 1,
    run: keepContentsApart,
  },
  {
    group: 'once',
    name: 'same-content',
    promise: 'Another price, total, time or remark does not make an order another one.',
    mend: 'Compare product, quantity and recipient only.',
    pieces: () => 1,
    run: ignoreSmallChanges,
  },
  {
    group: 'once',
    name: 'two-addresses',
    promise: 'A number that arrives at two processes at once makes one order and is paid once.',
    mend: 'Hold one lock by number for all processes until the shop has answered. A lease that ends by itself is none. Make the number unique in the shop, too.',
    pieces: ({ sharedNumbers }) => sharedNumbers,
    run: shareNumbers,
  },
  {
    group: 'once',
    name: 'time-over',
    promise:
      'An order whose time is over while the shop is at work, and that is sent again at once, makes one order.',
    mend: 'Keep the lock of the number until no call of it can run in the shop any more, also when its caller has got a response.',
    pieces: () => HURRIED,
    run: outliveTime,
  },
];
