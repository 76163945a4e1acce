import { ERRORS } from '@procurement-intents/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeTime } from '../test/fake-time.ts';
import { createClient } from '../test/start-service.ts';
import { createMany, type BatchItem, type ErrorName, type Fetch } from './index.ts';
import { createTestService } from './testing/index.ts';

const ORDER: BatchItem = {
  userId: 'user_1',
  platform: 'PLATFORM_A',
  productUrl: 'https://item.shop-a.example/1',
  title: '无线鼠标',
  price: 199,
  quantity: 1,
  recipientName: '张三',
  address: '北京市朝阳区建国路 88 号',
  phone: '13800138000',
};
const ordersOf = (length: number, make: (index: number) => Partial<BatchItem> = () => ({})) =>
  Array.from({ length }, (_, index) => ({ ...ORDER, ...make(index) }));

describe('a list of 10,000', () => {
  fakeTime();

  it('has a typed result for each, in order, in one call for each hundred and none refused', async () => {
    const service = createTestService();
    const seconds: number[] = [];
    const statuses: (number | null)[] = [];
    const onAttempt = () => {
      seconds.push(Math.floor(Date.now() / 1000));
      return ({ status }: { status: number | null }) => void statuses.push(status);
    };
    const client = service.client({ onAttempt });
    // Every fifth is wrong, and every seventh has a key that was used just before.
    const orders = ordersOf(10_000, (index) => ({
      userId: `user_${index}`,
      ...(index % 5 === 4 && { quantity: 0 }),
      ...(index % 7 === 6 && { userId: `user_${index - 1}`, idempotencyKey: `twice-${index - 1}` }),
      ...(index % 7 === 5 && { idempotencyKey: `twice-${index}` }),
    }));
    const call = createMany(client, orders);
    await vi.advanceTimersByTimeAsync(120_000);
    const { items, ...counts } = await call;
    const expected = orders.map(({ userId, quantity }, index) => {
      if (quantity === 0) return `${index} failed VALIDATION_FAILED quantity`;
      const isRepeat = index % 7 === 6 && orders[index - 1]?.quantity !== 0;
      return `${index} ${isRepeat ? 'replayed' : 'created'} ${userId}`;
    });
    const seen = items.map(({ index, status, intent, error }) => {
      const errors = error?.data?.['errors'] as { field: string }[] | undefined;
      return [index, status, error?.name ?? intent?.userId, ...(errors ?? []).map(({ field }) => field)].join(
        ' ',
      );
    });
    expect(seen).toEqual(expected);
    const countOf = (word: string) => expected.filter((line) => line.split(' ')[1] === word).length;
    expect(counts).toEqual({
      created: countOf('created'),
      replayed: countOf('replayed'),
      failed: countOf('failed'),
    });
    expect(service.intents()).toHaveLength(counts.created);
    // 100 purchases in each second, and not one request more than their number needs.
    expect(statuses).toEqual(Array(100).fill(207));
    expect(seconds).toEqual(seconds.map((_, place) => (seconds[0] ?? 0) + place));
  });
});

type Sent = BatchItem & { idempotencyKey: string };
/** The error of an item, at its first, second, … time; none accepts it. */
type Fail = (item: Sent, time: number) => ErrorName | undefined;

/** A service whose items fail one by one, as those of the real one can. */
function batchService(fail: Fail) {
  const sent: string[][] = [];
  const times = new Map<string, number>();
  const stored = new Set<string>();
  const outcomeOf = (item: Sent, index: number) => {
    const key = item.idempotencyKey;
    const time = (times.get(key) ?? 0) + 1;
    times.set(key, time);
    const name = fail(item, time);
    if (name)
      return { index, status: 'failed', error: { code: ERRORS[name].code, name, message: '', data: null } };
    const status = stored.has(key) ? 'replayed' : 'created';
    stored.add(key);
    return { index, status, intent: { id: `int_${key}` } };
  };
  const fetch: Fetch = async (_, { body }) => {
    const items = (JSON.parse(String(body)) as { items: Sent[] }).items;
    sent.push(items.map(({ title }) => title));
    const outcomes = items.map(outcomeOf);
    const count = (wanted: string) => outcomes.filter(({ status }) => status === wanted).length;
    const data = {
      items: outcomes,
      created: count('created'),
      replayed: count('replayed'),
      failed: count('failed'),
    };
    // As the service does when no item stands for a reason of its own.
    const [first] = outcomes;
    const code = first?.error?.code ?? 0;
    const isWhole = data.failed === items.length && code >= 50_000;
    const [status, envelope] = isWhole
      ? [503, { code, message: '', data: null }]
      : data.failed > 0
        ? [207, { code: ERRORS.BATCH_PARTIAL.code, message: '', data }]
        : [201, { code: 0, message: '', data }];
    return new Response(JSON.stringify(envelope), { status });
  };
  return { fetch, sent, stored };
}

describe('the key of an order', () => {
  beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
  afterEach(() => void vi.restoreAllMocks());

  /** A service that carries out the first call and loses its answer. */
  function losing() {
    const service = batchService(() => undefined);
    const bodies: unknown[] = [];
    const fetch: Fetch = async (url, init) => {
      bodies.push(init.body);
      const answer = await service.fetch(url, init);
      if (bodies.length > 1) return answer;
      throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
    };
    return { client: createClient('https://api.example', { fetch }), bodies, stored: service.stored };
  }

  // The types allow it, and a program that maps its rows writes it: `idempotencyKey: row.reference`.
  it.each<[string, object]>([
    ['is missing', {}],
    ['is undefined', { idempotencyKey: undefined }],
    ['is null', { idempotencyKey: null }],
    ['is left out as JSON', { toJSON: () => ORDER }],
  ])('that %s is made once: a lost answer buys nothing again', async (_, more) => {
    const { client, bodies, stored } = losing();
    const counts = await createMany(client, [{ ...ORDER, ...more }, ORDER]);
    expect(counts).toMatchObject({ created: 0, replayed: 2, failed: 0 });
    expect([stored.size, bodies.length]).toEqual([2, 2]);
    expect(bodies[1]).toBe(bodies[0]);
    for (const key of stored) expect(key).toMatch(/^[\da-f-]{36}$/);
  });

  it('belongs to the same bytes in whatever order labels come, as in a create', async () => {
    const service = createTestService();
    const client = service.client();
    const order = { ...ORDER, ...service.order(), idempotencyKey: 'k' };
    await createMany(client, [{ ...order, labels: { team: 'a', po: '1' } }]);
    const again = await createMany(client, [{ ...order, labels: { po: '1', team: 'a' } }]);
    expect(again).toMatchObject({ replayed: 1, failed: 0 });
    const { idempotencyKey, ...fields } = order;
    const body = { labels: { po: '1', team: 'a' }, ...fields };
    const { isReplayed } = await client.intents.create(body, { idempotencyKey }).withResponse();
    expect(isReplayed).toBe(true);
    expect(service.intents()).toHaveLength(1);
  });

  it('cannot be that of all, as an option', async () => {
    const { client, bodies } = losing();
    const options: object = { idempotencyKey: 'batch-1' };
    await expect(createMany(client, [ORDER], options)).rejects.toThrow(TypeError);
    expect(bodies).toEqual([]);
  });
});

describe('items that fail by something that may pass', () => {
  // Back-off without delay.
  beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
  afterEach(() => void vi.restoreAllMocks());

  const titled = (...titles: string[]) =>
    ordersOf(titles.length, (index) => ({ title: titles[index] ?? '' }));
  const connect = (fail: Fail, options = {}) => {
    const service = batchService(fail);
    const client = createClient('https://api.example', { fetch: service.fetch, ...options });
    return { ...service, client };
  };
  const isBusy: Fail = ({ title }, time) => (title === 'busy' && time < 3 ? 'UNAVAILABLE' : undefined);

  it('are sent again alone, under their keys, until they stand', async () => {
    const { client, sent, stored } = connect(isBusy);
    const { items, ...counts } = await createMany(client, titled('a', 'busy', 'b', 'busy'));
    expect(sent).toEqual([
      ['a', 'busy', 'b', 'busy'],
      ['busy', 'busy'],
      ['busy', 'busy'],
    ]);
    expect(counts).toEqual({ created: 4, replayed: 0, failed: 0 });
    expect(items.map(({ index, status }) => `${index} ${status}`)).toEqual(
      [0, 1, 2, 3].map((index) => `${index} created`),
    );
    expect(stored.size).toBe(4);
    expect(new Set(items.map(({ intent }) => intent?.id)).size).toBe(4);
  });

  it('alone: what is refused is sent once', async () => {
    const { client, sent } = connect(({ title }) => (title === 'ok' ? undefined : (title as ErrorName)));
    const refusals = [
      'VALIDATION_FAILED',
      'IDEMPOTENCY_KEY_REUSED',
      'PERMISSION_MISSING',
      'CANCEL_FAILED',
    ] as const;
    const { items, failed } = await createMany(client, titled('ok', ...refusals));
    expect(sent).toHaveLength(1);
    expect(failed).toBe(refusals.length);
    expect(items.map(({ error }) => error?.name)).toEqual([undefined, ...refusals]);
  });

  it.each([
    [0, 1],
    [1, 2],
    [3, 4],
    [undefined, 6],
  ])('with maxRetries %s of the call or the client are sent %d times at most', async (maxRetries, times) => {
    // One that stands each time, so that the answer is always 207.
    const isLate: Fail = (item, time) => (Number(item.title) >= time ? 'UNAVAILABLE' : undefined);
    const titles = ['0', '1', '2', '3', '4', '5', '6', '7'];
    for (const isOfClient of [true, false]) {
      const given = maxRetries === undefined ? {} : { maxRetries };
      const { client, sent } = connect(isLate, isOfClient ? given : {});
      const { items, failed } = await createMany(client, titled(...titles), isOfClient ? {} : given);
      expect(sent).toHaveLength(times);
      expect(failed).toBe(titles.length - times);
      expect(items.at(-1)).toMatchObject({ status: 'failed', error: { name: 'UNAVAILABLE' } });
    }
  });

  it('count the repeats of their calls', async () => {
    let calls = 0;
    const { fetch, sent } = batchService(isBusy);
    const refused: Fetch = async (...request) =>
      (calls += 1) === 1 ? new Response('', { status: 503 }) : fetch(...request);
    const client = createClient('https://api.example', { fetch: refused });
    const { failed } = await createMany(client, titled('a', 'busy'), { maxRetries: 2 });
    expect([calls, sent.length, failed]).toEqual([3, 2, 1]);
  });

  describe('in lists that take seconds', () => {
    fakeTime();
    const inTime = async <T>(call: Promise<T>): Promise<T> => {
      await vi.advanceTimersByTimeAsync(10_000);
      return call;
    };

    it('keep their place', async () => {
      const orders = ordersOf(250, (index) => ({
        title: index % 100 === 42 ? 'busy' : 'a',
        idempotencyKey: `order-${index}`,
      }));
      const { client, sent } = connect(({ title }, time) =>
        title === 'busy' && time === 1 ? 'INTERNAL' : undefined,
      );
      const { items } = await inTime(createMany(client, orders));
      expect(items.map(({ index, intent }) => [index, intent?.id])).toEqual(
        orders.map((_, index) => [index, `int_order-${index}`]),
      );
      expect(items.map(({ idempotencyKey }) => idempotencyKey)).toEqual(
        orders.map(({ idempotencyKey }) => idempotencyKey),
      );
      expect(sent.map(({ length }) => length)).toEqual([100, 1, 100, 1, 50, 1]);
    });

    it('keep their errors when their own call fails, and the rest of the list is sent', async () => {
      const orders = ordersOf(150, (index) => ({ title: index === 7 ? 'never' : 'a' }));
      const { client, sent } = connect(({ title }) => (title === 'never' ? 'UNAVAILABLE' : undefined));
      const { items, ...counts } = await inTime(createMany(client, orders));
      expect(counts).toEqual({ created: 149, replayed: 0, failed: 1 });
      // With its key the caller can go on: whether its intent stands is unknown.
      expect(items[7]?.idempotencyKey).toMatch(/^[\da-f-]{36}$/);
      expect(items[7]).toMatchObject({ index: 7, status: 'failed', error: { name: 'UNAVAILABLE' } });
      expect(sent.map(({ length }) => length)).toEqual([100, ...Array(6).fill(1), 50]);
    });

    it('end their wait with the signal', async () => {
      vi.mocked(Math.random).mockReturnValue(1);
      const stopping = new AbortController();
      const { client, sent } = connect(isBusy);
      const call = createMany(client, titled('a', 'busy'), { signal: stopping.signal });
      const end = call.then(String, String);
      // Not so long as the wait.
      await vi.advanceTimersByTimeAsync(100);
      expect(sent).toHaveLength(1);
      stopping.abort(new Error('stopping'));
      expect(await end).toBe('CreateManyError: 0 of 2 purchases are pending: stopping');
    });
  });
});

it('buys an item once whose key is undefined, also after a lost answer', async () => {
  const service = createTestService();
  service.fail('createIntents', { drop: 'answer' });
  // As it comes of an order of one's own that may have no number.
  const { items } = await createMany(service.client(), [{ ...ORDER, idempotencyKey: undefined }]);
  expect(items.map(({ status }) => status)).toEqual(['replayed']);
  expect(service.requests).toHaveLength(2);
  expect(service.intents()).toHaveLength(1);
});
