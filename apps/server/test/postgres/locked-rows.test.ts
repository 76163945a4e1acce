import { createHash, randomBytes } from 'node:crypto';
import { type CreateIntentInput, ROUTES } from '@procurement-intents/contract';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isDatabaseOutage, isTransient } from '../../src/postgres/database-errors.ts';
import { newIntent } from '../../src/intents/create-intent.ts';
import { processIntent } from '../../src/purchasing/process-intent.worker.ts';
import { fenceOf, type IntentRow } from '../../src/intent-rows/intent-row.ts';
import { expectError, expectSuccess } from '../support/expect-answer.ts';
import { intentBody } from '../support/intent-factory.ts';
import { seedIntents } from '../support/seed-intents.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const PATH = ROUTES.createIntent.path;
const AT = new Date('2026-03-04T05:06:07.089Z');

let service: TestService;
let operator: Client;

beforeAll(async () => {
  service = await startTestService({ graceMs: 86_400_000 });
  operator = new Client({ connectionString: service.databaseUrl });
  await operator.connect();
});
afterEach(() => operator.query('ROLLBACK'));
afterAll(async () => {
  await operator.end();
  await service.stop();
});

/** An operator's open transaction, which nobody ends. */
async function hold(sql: string, ...values: (string | string[])[]): Promise<void> {
  await operator.query('BEGIN');
  expect((await operator.query(`${sql} FOR UPDATE`, values)).rowCount).toBeGreaterThan(0);
}
const holdIntent = (id: string) => hold(`SELECT 1 FROM "intents" WHERE "id" = $1`, id);
const seed = (count: number, over: Partial<IntentRow> = {}) =>
  seedIntents(service, count, () => ({ appId: service.signer.appId, status: 'SUBMITTED', ...over }));

/** Creates of these Apps, all at once. */
function insertAll(appIds: readonly string[]): Promise<PromiseSettledResult<boolean>[]> {
  const body = intentBody(service) as CreateIntentInput;
  const rawBody = Buffer.from(JSON.stringify(body));
  const { signal } = new AbortController();
  const inserts = appIds.map((appId) => {
    const signature = randomBytes(32).toString('hex');
    const caller = { aborted: false, signal };
    const request = { appId, body, rawBody, idempotencyKey: `key ${signature}`, signature, caller };
    const row = newIntent(service.context, request, createHash('sha256').update(rawBody).digest('hex'));
    return service.context.intents.insert({ row, type: 'intent.submitted', signature, signal });
  });
  return Promise.allSettled(inserts);
}

/** Which of them failed, once it is known that all of them did of a held row and not of an outage. */
function blockedOf(outcomes: PromiseSettledResult<unknown>[]): number[] {
  return outcomes.flatMap((outcome, index) => {
    if (outcome.status === 'fulfilled') return [];
    expect([isTransient(outcome.reason), isDatabaseOutage(outcome.reason)]).toEqual([true, false]);
    return [index];
  });
}

describe('a row that an operator holds', () => {
  it('of the totals holds up no create and no move, and no total is wrong', async () => {
    const apps = await Promise.all(Array.from({ length: 30 }, async () => (await service.addApp()).appId));
    await insertAll(apps);
    await service.sweeps.foldCounts();
    await hold(`SELECT 1 FROM "intent_counts" WHERE "total" > $1`, '0');
    expect(blockedOf(await insertAll([...apps, ...apps, ...apps, ...apps]))).toEqual([]);
    await service.sweeps.foldCounts();
    const [counts] = await service.database.rows<{ total: bigint }>(
      `SELECT sum("total")::bigint AS "total" FROM "intent_counts" WHERE "appId" = $1`,
      [apps[11]],
    );
    expect(counts).toEqual({ total: 5n });
  });

  it('fails the claim of its intent alone', async () => {
    const rows = await seed(64);
    await holdIntent(rows[63]?.id ?? '');
    const claim = ({ id }: IntentRow) => service.context.purchases.claim(id, AT);
    expect(blockedOf(await Promise.allSettled(rows.map(claim)))).toEqual([63]);
    const ids = rows.map(({ id }) => id);
    const where = { id: { in: ids }, status: 'PROCESSING', attempt: { gt: 0 } } as const;
    expect(await service.database.intent.count({ where })).toBe(63);
  });

  it('fails the write of its intent alone', async () => {
    const rows = await seed(64, { status: 'PROCESSING' });
    await holdIntent(rows[20]?.id ?? '');
    const save = (row: IntentRow) =>
      service.context.intents.end(
        fenceOf(row),
        {
          fields: { status: 'FAILED', failureCode: 'OUT_OF_STOCK' },
          event: { type: 'intent.failed', from: 'PROCESSING', to: 'FAILED' },
          isVisible: true,
          nextAttemptAt: null,
          endsCancel: true,
          needsLookup: false,
        },
        AT,
      );
    expect(blockedOf(await Promise.allSettled(rows.map(save)))).toEqual([20]);
  });

  it('fails the claims and writes of a thousand intents, and none of those among them', async () => {
    const rows = await seed(1000, { status: 'PROCESSING' });
    const isFree = (index: number): boolean => index % 40 === 0;
    const held = rows.flatMap(({ id }, index) => (isFree(index) ? [] : [id]));
    await hold(`SELECT 1 FROM "intents" WHERE "id" = ANY($1)`, held);
    const claim = ({ id }: IntentRow) => service.context.purchases.claim(id, AT);
    const change = { fields: { remarks: 'x' }, event: { type: 'intent.updated' }, isVisible: true } as const;
    const save = (row: IntentRow) => service.context.intents.update(fenceOf(row), change, AT);
    const heldIndexes = rows.flatMap((_row, index) => (isFree(index) ? [] : [index]));
    expect(blockedOf(await Promise.allSettled(rows.map(claim)))).toEqual(heldIndexes);
    expect(blockedOf(await Promise.allSettled(rows.map(save)))).toEqual(heldIndexes);
  });

  it('is read all the same, and its callers are told to come again', async () => {
    const created = await service.call('POST', PATH, {
      body: intentBody(service, 'ordinary', { draft: true }),
    });
    const url = `${PATH}/${created.body.data.id as string}`;
    await holdIntent(created.body.data.id as string);
    expectSuccess(await service.call('GET', url), 'getIntent');
    const refused = [
      await service.call('PUT', url, { body: { quantity: 3 } }),
      await service.call('POST', `${url}/submit`),
      await service.call('DELETE', url),
    ];
    for (const answer of refused) {
      expectError(answer, 'UNAVAILABLE');
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    await operator.query('ROLLBACK');
    expectSuccess(await service.call('PUT', url, { body: { quantity: 3 } }), 'updateIntent');
  });

  it('lets the worker try again later, and the intent is bought once it is free', async () => {
    const [row] = await seed(1, { productUrl: `${service.sandboxUrl}/a/items/ordinary` });
    await holdIntent(row?.id ?? '');
    const run = () => processIntent(service.context, row?.id ?? '', new AbortController().signal);
    expect(blockedOf(await Promise.allSettled([run()]))).toEqual([0]);
    await operator.query('ROLLBACK');
    await run();
    expect(await service.context.intents.find(row?.id ?? '')).toMatchObject({
      status: 'COMPLETED',
    });
  });
});
