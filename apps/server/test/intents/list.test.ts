import {
  FILTER_FIELDS,
  filterParameter,
  INTENT_STATUSES,
  ListIntentsQuery,
  type ListIntentsInput,
  operatorsOf,
} from '@procurement-intents/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listIntents } from '../../src/intents/list-intents.ts';
import type { IntentRow } from '../../src/intent-rows/intent-row.ts';
import { seedIntents } from '../support/seed-intents.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let rows: IntentRow[];
let appId: string;

// Few values for each field, so that ties and hits are common.
const DAY = Date.UTC(2026, 10, 20);
const TIMES = [0, 1, 43_200_000, 86_399_999, 86_400_000].map((ms) => new Date(DAY + ms));
const TITLES = ['无线鼠标', 'Mouse 100%', 'mouse_pad', String.raw`back\slash`, 'MOUSE'];
// `constructor` is a name that every object has.
const LABELS: (Record<string, string> | null)[] = [
  null,
  { batch: 'a' },
  { batch: 'b', constructor: 'x' },
  { batch: 'a,b', constructor: 'a' },
  { constructor: 'x' },
];
const PRICES = [1n, 29n, 19_900n, 9_999_999_999n];

beforeAll(async () => {
  service = await startTestService();
  appId = service.signer.appId;
  rows = await seedIntents(service, 90, (index) => ({
    appId,
    userId: `user_${index % 3}`,
    idempotencyKey: `${index % 4 === 0 ? 'signature' : 'key'} ${index}`,
    title: TITLES[index % TITLES.length] as string,
    platform: index % 2 === 0 ? 'PLATFORM_A' : 'PLATFORM_B',
    priceFen: PRICES[index % PRICES.length] as bigint,
    quantity: 1 + (index % 4),
    status: INTENT_STATUSES[index % INTENT_STATUSES.length] as IntentRow['status'],
    createdAt: TIMES[index % TIMES.length] as Date,
    updatedAt: TIMES[(index * 3) % TIMES.length] as Date,
    submittedAt: index % 7 === 0 ? null : (TIMES[index % 4] as Date),
    labels: LABELS[index % LABELS.length] ?? null,
  }));
  const other = await service.addApp();
  await seedIntents(service, 30, () => ({
    appId: other.appId,
    title: '无线鼠标',
    createdAt: TIMES[0] as Date,
    labels: { batch: 'a', constructor: 'x' },
  }));
});
afterAll(() => service.stop());

const caller = { language: 'en' as const, inTurn: <T>(work: () => Promise<T>) => work() };
const list = (query: ListIntentsInput) =>
  listIntents(service.context, appId, ListIntentsQuery.parse(query), caller);
const idsOf = ({ items }: { items: readonly { id: string }[] }) => items.map(({ id }) => id);
const call = (query: string) => service.call('GET', `/api/v1/intents?${query}`);

/** What a row shows under a field's name, as something that compares. */
function valueOf(row: IntentRow, field: string): string | number | null {
  switch (field) {
    case 'price':
      return Number(row.priceFen);
    case 'totalAmount':
      return Number(row.totalFen);
    case 'idempotencyKey':
      return row.idempotencyKey.startsWith('key ') ? row.idempotencyKey.slice(4) : null;
    default: {
      const value = row[field as keyof IntentRow];
      return value instanceof Date ? value.getTime() : (value as string | number | null);
    }
  }
}

const written = (field: string, value: string | number): string =>
  field.endsWith('At')
    ? new Date(value).toISOString()
    : ['price', 'totalAmount'].includes(field)
      ? (Number(value) / 100).toFixed(2)
      : String(value);

interface Filter {
  parameter: string;
  text: string;
  keeps: (row: IntentRow) => boolean;
}

/** A filter whose value one of the rows has, with what it must keep. */
const anyFilter: fc.Arbitrary<Filter> = fc
  .constantFrom(
    ...FILTER_FIELDS.flatMap((field) => operatorsOf(field).map((operator) => ({ field, operator }))),
  )
  .chain(({ field, operator }) => {
    const known = rows.map((row) => valueOf(row, field)).filter((value) => value !== null);
    return fc
      .uniqueArray(fc.constantFrom(...(known.length > 0 ? known : [DAY])), { minLength: 1, maxLength: 3 })
      .map((values): Filter => {
        const [first = ''] = values;
        const parameter = filterParameter(field, operator);
        switch (operator) {
          case 'eq':
            return { parameter, text: written(field, first), keeps: (row) => valueOf(row, field) === first };
          case 'in':
            return {
              parameter,
              text: values.map((value) => written(field, value)).join(','),
              keeps: (row) => values.includes(valueOf(row, field) ?? ''),
            };
          case 'gte':
          case 'lte': {
            const keeps = (row: IntentRow) => {
              const value = valueOf(row, field);
              return value !== null && (operator === 'gte' ? value >= first : value <= first);
            };
            return { parameter, text: written(field, first), keeps };
          }
          case 'like': {
            const part = String(first).slice(1, 6).trim() || String(first);
            const keeps = ({ title }: IntentRow) => title.toLowerCase().includes(part.toLowerCase());
            return { parameter, text: part, keeps };
          }
        }
      });
  });

const labelsOf = ({ labels }: IntentRow) => new Map(Object.entries((labels ?? {}) as Record<string, string>));

/** A filter by a label, also by one that no row has. */
const anyLabel: fc.Arbitrary<Filter> = fc
  .tuple(
    fc.constantFrom('batch', 'constructor', 'none'),
    fc.uniqueArray(fc.constantFrom('a', 'b', 'x', ' a '), { minLength: 1, maxLength: 3 }),
    fc.boolean(),
  )
  .map(([key, values, isOne]): Filter => {
    const wanted = new Set((isOne ? values.slice(0, 1) : values).map((value) => value.trim()));
    return {
      parameter: `label[${key}]${isOne ? '' : '[in]'}`,
      text: isOne ? (values[0] as string) : values.join(','),
      keeps: (row) => wanted.has(labelsOf(row).get(key) ?? ''),
    };
  });

function sorted(
  kept: IntentRow[],
  sortBy: 'createdAt' | 'updatedAt' | 'price',
  order: 'asc' | 'desc',
): string[] {
  const sign = order === 'asc' ? 1 : -1;
  return kept
    .toSorted((a, b) => {
      const [x, y] = [valueOf(a, sortBy) as number, valueOf(b, sortBy) as number];
      return sign * (x === y ? (a.id < b.id ? -1 : 1) : x - y);
    })
    .map(({ id }) => id);
}

describe('filters, sorts and pages', () => {
  it('give what a plain filter over all rows of the App gives, by page and by cursor (L3, L5, L6, L7)', async () => {
    const query = fc.record({
      filters: fc.uniqueArray(
        fc.oneof({ weight: 3, arbitrary: anyFilter }, { weight: 2, arbitrary: anyLabel }),
        {
          maxLength: 3,
          selector: ({ parameter }) => parameter,
        },
      ),
      sortBy: fc.constantFrom('createdAt', 'updatedAt', 'price'),
      order: fc.constantFrom('asc', 'desc'),
      pageSize: fc.integer({ min: 1, max: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(query, async ({ filters, sortBy, order, pageSize }) => {
        const wanted = sorted(
          rows.filter((row) => filters.every(({ keeps }) => keeps(row))),
          sortBy,
          order,
        );
        const base = {
          ...Object.fromEntries(filters.map(({ parameter, text }) => [parameter, text])),
          sortBy,
          order,
          pageSize: String(pageSize),
        } as ListIntentsInput;
        const byPage: string[] = [];
        const byCursor: string[] = [];
        let cursor: string | null | undefined;
        for (let page = 1; page <= Math.ceil(wanted.length / pageSize) + 1; page += 1) {
          const answer = await list({ ...base, page: String(page) });
          byPage.push(...idsOf(answer));
          expect(answer).toMatchObject({ total: wanted.length, page, pageSize });
          if (cursor === null) continue;
          const next = await list({ ...base, ...(cursor !== undefined && { cursor }) });
          byCursor.push(...idsOf(next));
          expect(next.page).toBe(page);
          cursor = next.nextCursor;
        }
        expect(byPage).toEqual(wanted);
        expect(byCursor).toEqual(wanted);
        expect(cursor).toBeNull();
      }),
      { numRuns: 120 },
    );
  }, 60_000);

  it('take the wildcards of LIKE for what they are (L3)', async () => {
    for (const part of ['%', '_', '\\', '0%', '100%', 'e_p', '线鼠']) {
      const keeps = rows.filter(({ title }) => title.includes(part)).length;
      expect((await list({ 'filter[title][like]': part })).total, part).toBe(keeps);
    }
  });

  it('know upper and lower case beyond ASCII (L3)', async () => {
    const [row] = await seedIntents(service, 1, () => ({ appId, title: 'ÉCRAN Щит Ａ' }));
    for (const part of ['écran', 'щИТ', 'ａ']) {
      expect(idsOf(await list({ 'filter[title][like]': part })), part).toEqual([row?.id]);
    }
    await service.database.intent.delete({ where: { id: row?.id ?? '' } });
  });

  it.each(['filter[quantity]', 'filter[quantity][in]', 'filter[quantity][gte]', 'filter[quantity][lte]'])(
    'compare numbers that no column holds: %s (E1)',
    async (filter) => {
      const { status, body } = await call(`${filter}=${Number.MAX_SAFE_INTEGER}`);
      expect(status).toBe(200);
      expect(body.data.total).toBe(filter.endsWith('[lte]') ? rows.length : 0);
    },
  );

  it('answer any page up to 2^53-1, beyond the last with true totals (L5)', async () => {
    const answer = await call(`page=${Number.MAX_SAFE_INTEGER}&pageSize=100`);
    expect(answer.body.data).toMatchObject({
      items: [],
      total: rows.length,
      totalPages: 1,
      nextCursor: null,
    });
    expect((await call('page=9007199254740992')).body.code).toBe(40001);
  });

  it('keep a cursor at its place while rows come and go in front of it (L6)', async () => {
    const first = await list({ sortBy: 'createdAt', order: 'asc', pageSize: '10' });
    const early = new Date(DAY - 1000);
    const [extra] = await seedIntents(service, 1, () => ({ appId, createdAt: early, updatedAt: early }));
    const next = await list({
      sortBy: 'createdAt',
      order: 'asc',
      pageSize: '10',
      cursor: first.nextCursor ?? '',
    });
    await service.database.intent.delete({ where: { id: extra?.id ?? '' } });
    expect(idsOf(next)).toEqual(sorted(rows, 'createdAt', 'asc').slice(10, 20));
  });

  it('counts a date without time as its whole UTC day, both ends included (L2)', async () => {
    const inDay = rows.filter(({ createdAt }) => createdAt.getTime() < DAY + 86_400_000).length;
    expect((await call('startDate=2026-11-20&endDate=2026-11-20')).body.data.total).toBe(inDay);
    const instant = encodeURIComponent(new Date(DAY + 1).toISOString());
    const atInstant = rows.filter(({ createdAt }) => createdAt.getTime() === DAY + 1).length;
    expect((await call(`startTime=${instant}&endTime=${instant}`)).body.data.total).toBe(atInstant);
  });
});
