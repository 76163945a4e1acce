import {
  CONTRACT_STATUSES,
  REQUEST_STATUSES_WITH_INTENT,
  type SpendGroup,
} from '@procurement-intents/contract/procurement';
import {
  bySupplier,
  contractStatusAt,
  countOutcomes,
  keptFenOf,
  orderOfIntent,
  type Period,
  presentOrder,
  presentProcessing,
  presentSpend,
  reportPeriod,
  requestAfterIntent,
  sumSpend,
} from '@procurement-intents/domain/procurement';
import { beforeAll, describe, expect, it } from 'vitest';
import type { IntentRow } from '../../src/intent-rows/intent-row.ts';
import { newUuid } from '../../src/new-uuid.ts';
import { ENDED_AT, PLACED_AT } from '../../src/intent-rows/indexed-times.ts';
import { seedIntents } from '../support/seed-intents.ts';
import { clock, service, useService } from '../support/use-service.ts';
import { combine, drawIntents, drawOutcomes, pricedIntents } from './priced-cases.ts';
import { type Person, person, succeeded, supplierBody } from './support.ts';

// Six rules are in packages/domain, for the service in memory, and in SQL, where all rows are. Both get the same cases: all
// combinations of what a rule depends on, and as many drawn at random.

useService();
/** Of what is drawn: another one in each run, which the names of tests tell. */
const SEED = Date.now() % 2 ** 31;
const SCOPES = ['read:orders', 'read:reports', 'read:contracts', 'write:suppliers'] as const;
let reader: Person;
let supplier: { id: string; shopUrl: string };
let shops: { id: string; name: string; shopKey: string }[];
let intents: IntentRow[];

beforeAll(async () => {
  reader = await person(service, SCOPES);
  for (const platform of ['PLATFORM_A', 'PLATFORM_B'])
    supplier = await succeeded(reader.call('POST', '/v1/suppliers', { body: supplierBody({ platform }) }));
  shops = await service.database.supplier.findMany();
  const urls = [`${supplier.shopUrl}/1`, `${supplier.shopUrl}/2`, 'https://elsewhere.example/1'];
  const appIds = [service.signer.appId, 'app_procurement'];
  const drawn = drawIntents({ count: 1000, seed: SEED }, appIds, urls);
  const cases = [...pricedIntents(appIds, urls), ...drawn];
  intents = await seedIntents(service, cases.length, (index) => cases[index]!);
});

const get = async (path: string) => succeeded(reader.call('GET', path), 200);

describe(`every combination of what an intent has cost, and those of seed ${SEED}`, () => {
  it('comes to the same kept amount', async () => {
    const rows = await service.database.$queryRaw<{ id: string; keptFen: bigint }[]>`
      SELECT "id", "kept_fen"("intents") AS "keptFen" FROM "intents"`;
    const kept = new Map(rows.map(({ id, keptFen }) => [id, keptFen]));
    const different = intents.filter((intent) => kept.get(intent.id) !== keptFenOf(intent));
    expect(different).toEqual([]);
    expect([...kept.values()]).toEqual(expect.arrayContaining([0n, 5_00n, 98_00n, 398_00n]));
  });
});

describe('every order', () => {
  it('is the same in the list, and was placed at the same time', async () => {
    const expected = intents
      .flatMap((intent) => orderOfIntent(intent) ?? [])
      .toSorted((a, b) => b.placedAt.getTime() - a.placedAt.getTime() || (a.id < b.id ? 1 : -1))
      .map(presentOrder);
    const listed: unknown[] = [];
    let cursor = '';
    do {
      const page = await get(`/v1/orders?sortBy=placedAt&pageSize=100${cursor}`);
      listed.push(...page.items);
      cursor = page.nextCursor && `&cursor=${page.nextCursor}`;
    } while (cursor);
    expect(expected.length).toBeGreaterThan(1000);
    expect(listed).toEqual(expected);
  });

  it('is in the index of orders at the time at which it was placed', async () => {
    const [index] = await service.database.$queryRaw<{ placedAt: string; condition: string }[]>`
      SELECT pg_get_indexdef(indexrelid, 1, true) AS "placedAt", pg_get_expr(indpred, indrelid) AS "condition"
      FROM pg_index WHERE indexrelid = 'intents_orders_idx'::regclass`;
    const rows = await service.database.$queryRawUnsafe<{ id: string; placedAt: Date }[]>(
      `SELECT "id", ${index!.placedAt} AS "placedAt" FROM "intents" WHERE ${index!.condition}`,
    );
    const indexed = new Map(rows.map(({ id, placedAt }) => [id, placedAt]));
    const placed = intents.map((intent) => [intent.id, orderOfIntent(intent)?.placedAt] as const);
    expect(indexed).toEqual(new Map(placed.filter(([, at]) => at !== undefined)));
  });
});

it.each([
  ['intents_orders_idx', 1, PLACED_AT],
  ['archived_intents_orders_idx', 1, PLACED_AT],
  ['intents_archivable_idx', 2, ENDED_AT],
  ['intents_redactable_idx', 1, ENDED_AT],
  ['archived_intents_redactable_idx', 1, ENDED_AT],
])('the index %s has, in place %i, what statements repeat', async (name, place, repeated) => {
  const [index] = await service.database.$queryRaw<{ expression: string }[]>`
    SELECT pg_get_indexdef(${name}::regclass, ${place}, true) AS "expression"`;
  expect(index?.expression).toBe(repeated);
});

const PERIODS = [
  'from=2026-11-01&to=2026-11-02',
  'from=2026-10-01&to=2026-11-30',
  'from=2026-11-01&to=2026-11-01',
];
const periodOf = (query: string): Period =>
  reportPeriod(Object.fromEntries(new URLSearchParams(query)), clock.now());

describe.each(PERIODS)(`the reports of %s, of seed ${SEED}`, (query) => {
  it.each(['platform', 'supplier', 'user', 'app', 'day', 'month'] satisfies SpendGroup[])(
    'have the same sums by %s',
    async (groupBy) => {
      const groups = sumSpend(intents, groupBy, periodOf(query));
      const named = groupBy === 'supplier' ? bySupplier(groups, shops) : groups;
      const expected = presentSpend(groupBy, periodOf(query), named);
      expect(expected.total).toMatchObject({ orders: expect.toSatisfy((count: number) => count > 20) });
      expect(await get(`/v1/reports/spend?groupBy=${groupBy}&${query}`)).toEqual(expected);
    },
  );

  it('have the same counts and times', async () => {
    const expected = presentProcessing(periodOf(query), countOutcomes(intents, periodOf(query)));
    expect(expected.timeToComplete).toBeDefined();
    expect(await get(`/v1/reports/processing?${query}`)).toEqual(expected);
  });
});

/** Requests that have an intent, as they can be. */
const REQUESTS = [
  { status: 'APPROVED', spentFen: null, endedAt: null },
  { status: 'ORDERED', spentFen: 398_00n, endedAt: new Date('2026-11-04T05:06:07.890Z') },
  { status: 'FAILED', spentFen: null, endedAt: new Date('2026-11-04T05:06:07.890Z') },
  { status: 'CANCELLED', spentFen: 5_00n, endedAt: new Date('2026-11-04T05:06:07.890Z') },
] as const;

type Outcome = Partial<Parameters<typeof keptFenOf>[0]>;
const COMBINED: Outcome[] = combine({
  status: ['COMPLETED', 'FAILED', 'CANCELLED'],
  orderStatus: [null, 'PLACED', 'CANCELLED'],
  amountPaidFen: [null, 398_00n],
  refundedFen: [null, 300_00n, 500_00n],
  cancellationFeeFen: [null, 5_00n],
});
const OUTCOMES: Outcome[] = [...COMBINED, ...drawOutcomes(200, SEED)];

describe('a request', () => {
  /** A request in each of its states for each outcome, whose intent is open. */
  async function requestsFor(outcomes: readonly Outcome[]) {
    const bought = await seedIntents(service, outcomes.length * REQUESTS.length, () => ({
      appId: 'app_procurement',
      status: 'PROCESSING',
    }));
    const data = bought.map((intent, index) => {
      const { createdAt, updatedAt, ...row } = intent;
      const { platform, productUrl, title, priceFen, quantity, totalFen } = row;
      const { recipientName, address, phone } = row;
      const product = {
        platform,
        productUrl,
        title,
        priceFen,
        quantity,
        totalFen,
        recipientName,
        address,
        phone,
      };
      return {
        id: `pr_${newUuid()}`,
        intentId: intent.id,
        requestedBy: intent.userId,
        justification: 'test',
        ...product,
        decidedBy: reader.id,
        decidedAt: createdAt,
        createdAt,
        updatedAt,
        version: 1,
        ...REQUESTS[index % REQUESTS.length]!,
      };
    });
    return { bought, requests: await service.database.purchaseRequest.createManyAndReturn({ data }) };
  }
  type Requests = Awaited<ReturnType<typeof requestsFor>>['requests'];

  /** Gives each intent the outcome of its number, in one statement. */
  async function move(bought: readonly IntentRow[], outcomeAt: (index: number) => Outcome, at: string) {
    const changed = bought.map((row, n) => ({
      ...row,
      ...outcomeAt(Math.floor(n / REQUESTS.length)),
      orderId: `P${n}`,
      updatedAt: new Date(at),
    }));
    const json = JSON.stringify(changed, (_key, value) =>
      typeof value === 'bigint' ? Number(value) : value,
    );
    await service.database.$executeRaw`
      UPDATE "intents" AS i SET "status" = v."status", "orderStatus" = v."orderStatus", "orderId" = v."orderId",
        "amountPaidFen" = v."amountPaidFen", "refundedFen" = v."refundedFen",
        "cancellationFeeFen" = v."cancellationFeeFen", "updatedAt" = v."updatedAt"
      FROM jsonb_populate_recordset(NULL::"intents", ${json}::jsonb) AS v WHERE i."id" = v."id"`;
    return changed;
  }

  /** The requests after a change of their intents, of which the trigger has to have made the same. */
  async function expectFollowed(requests: Requests, changed: readonly IntentRow[]): Promise<Requests> {
    const rows = await service.database.purchaseRequest.findMany();
    const stored = new Map(rows.map((row) => [row.id, row]));
    const expected = requests.map((request, n) => {
      const changes = requestAfterIntent(request, changed[n]!);
      if (!changes) return request;
      return {
        ...request,
        ...changes,
        updatedAt: changed[n]!.updatedAt,
        version: request.version + 1,
      };
    });
    expect(requests.map(({ id }) => stored.get(id))).toEqual(expected);
    return expected;
  }

  it(`follows its intent in the same way, from each status through outcomes of all kinds, of seed ${SEED}`, async () => {
    expect(REQUESTS.map(({ status }) => status)).toEqual(REQUEST_STATUSES_WITH_INTENT);
    const { bought, requests } = await requestsFor(OUTCOMES);
    const first = await move(bought, (n) => OUTCOMES[n]!, '2026-11-05T00:00:00.001Z');
    const then = await expectFollowed(requests, first);
    const later = (n: number) => OUTCOMES[(n + 1 + 5 * (n % 11)) % OUTCOMES.length]!;
    await expectFollowed(then, await move(first, later, '2026-11-06T00:00:00.002Z'));
  });

  it.each<Outcome>([
    { amountPaidFen: 398_00n },
    { amountPaidFen: 398_00n, refundedFen: 300_00n },
    { amountPaidFen: 398_00n, cancellationFeeFen: 5_00n },
  ])('follows each column alone that it depends on, after %o', async (from) => {
    const start = { status: 'FAILED', orderStatus: 'PLACED', ...from } as const;
    const alone: Outcome[] = [
      { status: 'CANCELLED' },
      { status: 'COMPLETED' },
      { orderStatus: 'CANCELLED' },
      { orderStatus: null },
      { amountPaidFen: 400_00n },
      { amountPaidFen: null },
      { refundedFen: 398_00n },
      { refundedFen: null },
      { cancellationFeeFen: 6_00n },
    ];
    const { bought, requests } = await requestsFor(alone);
    const first = await move(bought, () => start, '2026-11-05T00:00:00.001Z');
    const then = await expectFollowed(requests, first);
    await expectFollowed(then, await move(first, (n) => alone[n]!, '2026-11-06T00:00:00.002Z'));
  });
});

describe('a contract', () => {
  it('has the same status in the list before and after each midnight', async () => {
    const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
    const today = Date.parse(dayOf(clock.now()));
    const days = [-1, 0, 1, 2].map((n) => new Date(today + n * 86_400_000));
    const contracts = await service.database.contract.createManyAndReturn({
      data: combine({ status: ['DRAFT', 'ACTIVE', 'TERMINATED'], validTo: days }).map((term) => ({
        ...term,
        id: `con_${newUuid()}`,
        supplierId: supplier.id,
        title: 'Term',
        validFrom: days[0]!,
        createdAt: days[0]!,
        updatedAt: days[0]!,
        version: 1,
      })),
    });
    // The last millisecond of today, the first one of tomorrow, and the same a day later.
    for (const atMs of [86_400_000 - 1, 86_400_000, 2 * 86_400_000 - 1, 2 * 86_400_000]) {
      clock.advance(today + atMs - clock.now().getTime());
      reader = await person(service, SCOPES);
      for (const status of CONTRACT_STATUSES) {
        const { items } = await get(`/v1/contracts?filter[status]=${status}&pageSize=100`);
        const expected = contracts.filter((row) => {
          const [validFrom, validTo] = [dayOf(row.validFrom), dayOf(row.validTo)];
          return contractStatusAt({ status: row.status, validFrom, validTo }, clock.now()) === status;
        });
        const listed = (items as { id: string; status: string }[]).map((item) => [item.id, item.status]);
        expect(listed.toSorted()).toEqual(expected.map(({ id }) => [id, status]).toSorted());
      }
    }
  });
});
