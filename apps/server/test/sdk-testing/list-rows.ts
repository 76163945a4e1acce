import { type Caller, INTENTS, linesOf, row, type Row } from './transcript.ts';

const LISTED: {
  title: string;
  platform?: string;
  labels?: Record<string, string>;
  [field: string]: unknown;
}[] = [
  { title: '无线鼠标 100%', price: 10.5, quantity: 3, labels: { batch: 'a', constructor: 'x' } },
  { title: 'Keyboard_A', price: 99.99, quantity: 1, labels: { batch: 'b' } },
  { title: 'keyboardXA', price: 10.5, quantity: 2, platform: 'PLATFORM_B', labels: { batch: 'a,b' } },
  { title: '显示器', price: 1999, quantity: 1 },
  { title: '网线', price: 0.01, quantity: 999 },
];
// The second is created at midnight, on the border of two days.
const EVERY_MS = 15.5 * 3_600_000;
const USER = 'user_of_lists';

/** Fills a world with what the rows below list: drafts, which nothing moves, and one that was cancelled. */
export async function seedLists(caller: Caller, shopUrl: string): Promise<void> {
  for (const changes of LISTED) {
    const shop = changes.platform === 'PLATFORM_B' ? 'b' : 'a';
    const productUrl = `${shopUrl}/${shop}/items/ordinary?n=${encodeURIComponent(changes.title)}`;
    await caller.create({ userId: USER, draft: true, productUrl, ...changes });
    caller.advance(EVERY_MS);
  }
  const { path } = await caller.made({ userId: USER, title: '取消' });
  caller.advance(1500);
  await caller.post(`${path}/cancel`);
}

const QUERIES = [
  '',
  'status=CANCELLED',
  'status=DRAFT&platform=PLATFORM_B',
  'filter[status][in]=DRAFT,CANCELLED&filter[platform]=PLATFORM_A',
  'filter[title]=Keyboard_A',
  'filter[title][like]=KEYBOARD_',
  'filter[title][like]=%25',
  'filter[title][in]=%E7%BD%91%E7%BA%BF,%20Keyboard_A',
  'filter[price]=10.50',
  'filter[price][gte]=10.5&filter[price][lte]=100',
  'filter[quantity][in]=1,2',
  'filter[totalAmount][gte]=31.5',
  'filter[createdAt]=2026-11-21',
  'filter[createdAt][in]=2026-11-21,2026-11-23',
  'filter[createdAt][lte]=2026-11-22T15:30:00',
  'filter[createdAt][gte]=2026-11-22T15:30:00.0001Z',
  'filter[createdAt][gte]=2026-11-22T23:31:00%2B08:00',
  'filter[submittedAt][gte]=2026-01-01',
  'filter[completedAt][lte]=2099-01-01',
  'startDate=2026-11-22&endDate=2026-11-22',
  'startTime=2026-11-23&endTime=2026-11-30T00:00:00Z',
  'sortBy=price&order=asc',
  'sortBy=price&sortOrder=desc',
  'sortBy=updatedAt',
  'fields=title,status',
  'fields=id',
  'fields=orderId,completedAt,productUrl,version,statusMessage',
  'fields=phone,recipientName,idempotencyKey',
  'filter[idempotencyKey]=none',
  'label[batch]=a',
  'label[batch]=a,b',
  'label[batch][in]=a,b&fields=labels',
  'label%5Bbatch%5D%5Bin%5D=%20b%20,c&label[constructor]=x',
  'label[constructor]=x',
  'label[valueof]=x',
  'page=2&pageSize=4',
  'page=9007199254740991',
  'pageSize=1000',
  'filter%5Btitle%5D=Keyboard_A&page=1',
];

const FOUND = QUERIES.map((query) =>
  row(`the list of ${query || 'everything'}`, ['200'], (caller) =>
    caller.get(`${INTENTS}?userId=${USER}${query && `&${query}`}`),
  ),
);

const EXPORT = `${INTENTS}/export?userId=${USER}`;
const CHOOSES_PAGE = /(^|&)(page|pageSize|sortBy|sortOrder|order)=/;

const EXPORTED = [
  ...QUERIES.filter((query) => !CHOOSES_PAGE.test(query)).map((query) =>
    row(`the whole export of ${query || 'everything'}`, ['200'], (caller) =>
      caller.get(`${EXPORT}${query && `&${query}`}`),
    ),
  ),
  row('an export goes on behind each of its lines', Array<string>(8).fill('200'), async (caller) => {
    const whole = linesOf(await caller.get(EXPORT));
    for (const { createdAt, id } of whole.slice(0, -1))
      await caller.get(`${EXPORT}&after=${createdAt},${id}`);
    await caller.get(`${EXPORT}&after=2026-01-01T00:00:00.000Z,int_${'f'.repeat(32)}`);
  }),
  row(
    'an export of intents that are archived, and of drafts that were deleted',
    ['201', '200', '200', '201', '200', '200', '200', '200'],
    async (caller) => {
      const { userId } = caller.body();
      const { path } = await caller.made();
      await caller.post(`${path}/cancel`);
      await caller.post(`${path}/archive`);
      const draft = await caller.made({ draft: true });
      await caller.remove(draft.path);
      for (const archived of ['false', 'true', 'any'])
        await caller.get(`${INTENTS}/export?userId=${userId}&archived=${archived}`);
    },
  ),
];

const INVALID = [
  'page=0',
  'page=x&pageSize=-1',
  'pageSize=1e3',
  'status=OPEN',
  'status=DRAFT&status=FAILED',
  'sortBy=title&order=up',
  'startDate=2026-02-30',
  'startDate=2026-11-22&endDate=2026-11-21',
  'startDate=2026-11-22&startTime=2026-11-23&order=asc&sortOrder=desc',
  'fields=id,appId',
  'filter[idempotencyKey]=%E9%BC%A0',
  'filter[phone]=13800138000',
  'filter[price][like]=1',
  'filter[price][gte]=1.234',
  'filter[title][gte]=a',
  `filter[quantity][in]=${Array(101).fill('1').join(',')}`,
  'filter[status][in]=DRAFT,OPEN',
  'label[A]=x',
  'label[a]=',
  'label[a]=x&label[a]=y',
  'label[a][gte]=x&label=y',
  'label[__proto__]=x&__proto__=y',
  `label[a][in]=${Array(101).fill('x').join(',')}`,
  ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => `label[${key}]=x`).join('&'),
  'cursor=abc',
  'unknown=1&%zz=2',
  'title=%zz',
  'userId=%00',
];

const REFUSED = INVALID.map((query) =>
  row(`no list of ${query.slice(0, 60)}`, ['400 40001'], (caller) => caller.get(`${INTENTS}?${query}`)),
);

const nextOf = ({ body }: { body: { data: { nextCursor: string | null } } }) =>
  encodeURIComponent(body.data.nextCursor ?? '');

export const LIST_ROWS: Row[] = [
  ...FOUND,
  ...EXPORTED,
  ...REFUSED,
  row('cursors go through the list once', ['200', '200', '200'], async (caller) => {
    const path = `${INTENTS}?userId=${USER}&sortBy=price&pageSize=2`;
    const first = await caller.get(path);
    const second = await caller.get(`${path}&cursor=${nextOf(first)}`);
    await caller.get(`${path}&cursor=${nextOf(second)}&page=3`);
  }),
  row('a cursor keeps the total of its first page', ['201', '201', '200', '201', '200'], async (caller) => {
    const { userId } = caller.body();
    for (let count = 0; count < 2; count += 1) await caller.create({ draft: true });
    const path = `${INTENTS}?userId=${userId}&pageSize=1`;
    const first = await caller.get(path);
    await caller.create({ draft: true });
    await caller.get(`${path}&cursor=${nextOf(first)}`);
  }),
  row('a cursor of another list', ['200', ...Array(3).fill('400 40001')], async (caller) => {
    const first = await caller.get(`${INTENTS}?userId=${USER}&pageSize=2`);
    const cursor = `cursor=${nextOf(first)}`;
    await caller.get(`${INTENTS}?userId=${USER}&order=asc&${cursor}`);
    await caller.get(`${INTENTS}?userId=${USER}&page=7&${cursor}`);
    await caller.get(`${INTENTS}?userId=${USER}&${cursor}`, caller.callers.other);
  }),
  ...['page=1', 'order=asc', 'after=x', 'fields=none', 'more=1'].map((query) =>
    row(`an export with ${query}`, ['400 40001'], (caller) => caller.get(`${INTENTS}/export?${query}`)),
  ),
];
