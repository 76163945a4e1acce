import { type ListIntentsInput, INTENT_STATUSES } from '@procurement-intents/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ValidationError } from '../errors.ts';
import { NO_OUTCOME, type StoredIntent } from './intent-fields.ts';
import { resolveAliases } from '../lists/list-conditions.ts';
import { planPage, presentPage } from './list-page.ts';
import { matchIntents } from './match-intents.ts';

type Intent = StoredIntent & { appId: string };

const DIGEST = 'd'.repeat(16);
const START_MS = Date.UTC(2026, 10, 20, 22);
const HOUR_MS = 3_600_000;

// Few values of each kind, so that ties, equal bounds and empty results all occur.
const intent: fc.Arbitrary<Omit<Intent, 'id'>> = fc
  .record({
    appId: fc.constantFrom('app_a', 'app_b'),
    userId: fc.constantFrom('user_1', 'user_2'),
    platform: fc.constantFrom('PLATFORM_A' as const, 'PLATFORM_B' as const),
    title: fc.constantFrom('无线鼠标 100%', 'Keyboard_A', 'keyboardXA'),
    priceFen: fc.constantFrom(1n, 1050n, 9999n),
    quantity: fc.integer({ min: 1, max: 3 }),
    status: fc.constantFrom(...INTENT_STATUSES),
    createdHour: fc.integer({ min: 0, max: 4 }),
    updatedHour: fc.integer({ min: 4, max: 8 }),
    isSubmitted: fc.boolean(),
    labels: fc.constantFrom<StoredIntent['labels'][]>(
      null,
      { batch: 'a' },
      { batch: 'b', constructor: 'x' },
      { batch: 'a,b' },
    ),
    isArchived: fc.boolean(),
  })
  .map(({ createdHour, updatedHour, isSubmitted, isArchived, ...fields }) => ({
    ...fields,
    totalFen: fields.priceFen * BigInt(fields.quantity),
    productUrl: 'https://item.shop-a.example/1',
    recipientName: '张三',
    address: '北京市朝阳区建国路 88 号',
    phone: '13800138000',
    remarks: null,
    version: 1,
    idempotencyKey: `key ${fields.title}`,
    createdAt: new Date(START_MS + createdHour * HOUR_MS),
    updatedAt: new Date(START_MS + updatedHour * HOUR_MS),
    submittedAt: isSubmitted ? new Date(START_MS + createdHour * HOUR_MS) : null,
    archivedAt: isArchived ? new Date(START_MS + updatedHour * HOUR_MS) : null,
    ...NO_OUTCOME,
  }));
const intents = fc
  .array(intent, { maxLength: 25 })
  .map((all) => all.map((each, at): Intent => ({ ...each, id: `int_${String(at).padStart(32, '0')}` })));

/** The label of an intent; undefined without it. */
const labelOf = ({ labels }: Intent, key: string): unknown => new Map(Object.entries(labels ?? {})).get(key);

type Filter = [query: ListIntentsInput, keeps: (intent: Intent) => boolean];
/** Every filter with a predicate that does not use the code under test. */
const FILTERS: Filter[] = [
  [{}, () => true],
  [{ status: 'DRAFT' }, ({ status }) => status === 'DRAFT'],
  [{ userId: 'user_2' }, ({ userId }) => userId === 'user_2'],
  [{ 'filter[status][in]': 'FAILED,COMPLETED' }, ({ status }) => ['FAILED', 'COMPLETED'].includes(status)],
  [{ 'filter[title][like]': 'BOARD_' }, ({ title }) => title === 'Keyboard_A'],
  [{ 'filter[title][like]': '%' }, ({ title }) => title.includes('%')],
  [{ 'filter[idempotencyKey]': 'Keyboard_A' }, ({ title }) => title === 'Keyboard_A'],
  [{ 'filter[idempotencyKey][in]': 'keyboardXA,none' }, ({ title }) => title === 'keyboardXA'],
  [{ 'filter[price]': '10.5' }, ({ priceFen }) => priceFen === 1050n],
  [{ 'filter[price][gte]': '10.50' }, ({ priceFen }) => priceFen >= 1050n],
  [{ 'filter[totalAmount][lte]': '31.5' }, ({ totalFen }) => totalFen <= 3150n],
  [{ 'filter[quantity][in]': '1,3' }, ({ quantity }) => quantity !== 2],
  [{ endDate: '2026-11-20' }, ({ createdAt }) => createdAt.toISOString() < '2026-11-21'],
  [{ startTime: '2026-11-20T23:00' }, ({ createdAt }) => createdAt.toISOString() >= '2026-11-20T23'],
  [{ 'filter[createdAt]': '2026-11-21T08:00+08:00' }, ({ createdAt }) => createdAt.getUTCHours() === 0],
  [{ 'filter[submittedAt][gte]': '2026-11-01' }, ({ submittedAt }) => submittedAt !== null],
  [{ 'filter[completedAt][lte]': '2099-01-01' }, () => false],
  [{ 'label[batch]': ' a ' }, (each) => labelOf(each, 'batch') === 'a'],
  [{ 'label[batch]': 'a,b' }, (each) => labelOf(each, 'batch') === 'a,b'],
  [{ 'label[batch][in]': 'a,b' }, (each) => ['a', 'b'].includes(labelOf(each, 'batch') as string)],
  [{ 'label[constructor]': 'x' }, (each) => labelOf(each, 'constructor') === 'x'],
  [{ 'label[valueof]': 'x' }, () => false],
  [{ archived: 'any' }, () => true],
  [{ archived: 'true' }, ({ archivedAt }) => archivedAt !== null],
  [{ archived: 'false' }, ({ archivedAt }) => archivedAt === null],
];
const SORTS = {
  createdAt: (each: Intent) => each.createdAt.getTime(),
  updatedAt: (each: Intent) => each.updatedAt.getTime(),
  price: (each: Intent) => Number(each.priceFen),
};
type SortBy = keyof typeof SORTS;
const sort = fc.record({
  sortBy: fc.constantFrom<SortBy>('createdAt', 'updatedAt', 'price'),
  order: fc.constantFrom('asc' as const, 'desc' as const),
});
const list = fc.record({
  all: intents,
  filters: fc.uniqueArray(fc.constantFrom(...FILTERS), {
    minLength: 1,
    maxLength: 3,
    selector: ([query]) => Object.keys(query)[0],
  }),
  sort,
  pageSize: fc.integer({ min: 1, max: 7 }),
});
const queryOf = (filters: readonly Filter[]): ListIntentsInput =>
  Object.assign({}, ...filters.map(([query]) => query)) as ListIntentsInput;

/** The ids of all that match, in order. */
function expectedIds(all: readonly Intent[], filters: readonly Filter[], by: SortBy, order: 'asc' | 'desc') {
  const isAsked = filters.some(([query]) => query.archived !== undefined);
  const ids = all
    .filter(({ archivedAt }) => isAsked || archivedAt === null)
    .filter((each) => each.appId === 'app_a' && filters.every(([, keeps]) => keeps(each)))
    .sort((a, b) => SORTS[by](a) - SORTS[by](b) || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
  return order === 'asc' ? ids : ids.reverse();
}

function readPage(all: readonly Intent[], query: ListIntentsInput) {
  const plan = planPage('app_a', resolveAliases(query), DIGEST);
  const { intents: found, total } = matchIntents(all, plan.request);
  return presentPage(plan, found, { total, language: 'en' });
}

describe('the pages of a list', () => {
  it('together are the whole list in its order, by page number and by cursor', () => {
    fc.assert(
      fc.property(list, ({ all, filters, sort: by, pageSize }) => {
        const expected = expectedIds(all, filters, by.sortBy, by.order);
        const query = { ...queryOf(filters), ...by, pageSize: String(pageSize) };
        const byPage: string[] = [];
        const byCursor: string[] = [];
        let cursor: string | null = null;
        const totalPages = Math.ceil(expected.length / pageSize);
        for (let page = 1; page <= Math.max(totalPages, 1); page += 1) {
          const numbered = readPage(all, { ...query, page: String(page) });
          const following = readPage(all, cursor === null ? query : { ...query, cursor });
          expect(following).toEqual(numbered);
          expect(numbered).toMatchObject({ page, pageSize, total: expected.length, totalPages });
          byPage.push(...numbered.items.map(({ id }) => id));
          byCursor.push(...following.items.map(({ id }) => id));
          cursor = following.nextCursor;
        }
        expect(cursor).toBeNull();
        expect(byPage).toEqual(expected);
        expect(byCursor).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('skip and repeat no intent that existed before, whatever is created meanwhile', () => {
    fc.assert(
      fc.property(intents, intents, sort, (before, later, by) => {
        const created = later.map((each) => ({ ...each, id: each.id.replace('int_0', 'int_f') }));
        const seen: string[] = [];
        let all = before;
        let cursor: string | null = null;
        do {
          const page = readPage(all, { ...by, pageSize: '3', ...(cursor !== null && { cursor }) });
          seen.push(...page.items.map(({ id }) => id));
          cursor = page.nextCursor;
          all = [...all, ...created.splice(0, 2)];
        } while (cursor !== null);
        const old = new Set(before.map(({ id }) => id));
        expect(seen.filter((id) => old.has(id))).toEqual(expectedIds(before, [], by.sortBy, by.order));
        expect(new Set(seen).size).toBe(seen.length);
      }),
      { numRuns: 300 },
    );
  });

  it('beyond the last are empty and have the correct total', () => {
    fc.assert(
      fc.property(intents, (all) => {
        const { items, total, nextCursor } = readPage(all, { page: '9007199254740991' });
        const own = expectedIds(all, [], 'createdAt', 'asc').length;
        expect([items, total, nextCursor]).toEqual([[], own, null]);
      }),
    );
  });

  it('have the requested fields and the id', () => {
    const [first] = fc.sample(intent, 1);
    const id = `int_${'0'.repeat(32)}`;
    const all = [{ ...first, appId: 'app_a', archivedAt: null, id } as Intent];
    const { items } = readPage(all, { fields: 'title,status' });
    expect(Object.keys(items[0] ?? {})).toEqual(['id', 'title', 'status']);
  });

  it('with a cursor must have the number of the cursor', () => {
    const [first] = fc.sample(intent, 1);
    const all = ['0', '1'].map(
      (digit) => ({ ...first, appId: 'app_a', archivedAt: null, id: `int_${digit.repeat(32)}` }) as Intent,
    );
    const cursor = readPage(all, { pageSize: '1' }).nextCursor ?? '';
    expect(readPage(all, { pageSize: '1', cursor, page: '2' }).items).toHaveLength(1);
    expect(() => readPage(all, { pageSize: '1', cursor, page: '3' })).toThrow(ValidationError);
  });
});
