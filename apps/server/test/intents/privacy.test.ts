import { Writable } from 'node:stream';
import { type ErrorName, LIMITS, type OperationId, ROUTES } from '@procurement-intents/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectError, expectSuccess } from '../support/expect-answer.ts';
import { intentBody } from '../support/intent-factory.ts';
import type { CallOptions, Signer } from '../support/sign.ts';
import { type Answer, startTestService, type TestService } from '../support/test-service.ts';
import { proxy, useDatabaseProxy } from '../support/use-database-proxy.ts';

/** What must stay between caller, database and platform; each can be told from everything else. */
const PERSON = {
  phone: '13987650042',
  recipientName: 'CanaryRecipient 王',
  address: '上海市 CanaryAddress 路 4711 号',
};
const CANARIES = [PERSON.phone, 'CanaryRecipient', 'CanaryAddress', 'CanarySecret'];

const lines: string[] = [];
const log = pino(
  { level: 'trace' },
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  }),
);
let service: TestService;
let signer: Signer;

const routeDatabase = useDatabaseProxy();
beforeAll(async () => {
  service = await startTestService({
    isWorking: true,
    log,
    sandboxSpeed: 4,
    retryBudgetMs: 5000,
    routeDatabase,
  });
});
afterAll(() => service.stop());
// An App of its own has rate limits of its own.
beforeEach(async () => {
  signer = await service.addApp({ secret: `CanarySecret${Math.random()}` });
});

function send(operation: OperationId, options: CallOptions & { id?: string; query?: string } = {}) {
  const { id = '', query = '', ...rest } = options;
  const { method, path } = ROUTES[operation];
  return service.call(method, path.replace(':id', id) + query, { signer, ...rest });
}
const personal = (item = 'ordinary', changes: Record<string, unknown> = {}) =>
  intentBody(service, item, { ...PERSON, ...changes });

async function create(item?: string, changes: Record<string, unknown> = {}): Promise<string> {
  const answer = await send('createIntent', { body: personal(item, changes) });
  expectSuccess(answer, 'createIntent');
  expectNoCanary(JSON.stringify(answer.body));
  return answer.body.data.id as string;
}

function expectNoCanary(text: string): void {
  for (const canary of CANARIES) expect(text).not.toContain(canary);
}
/** The refusal tells nothing of the person, not even to the one who sent it. */
function expectSilent(answer: Answer, name: ErrorName): void {
  expectError(answer, name);
  expectNoCanary(JSON.stringify(answer.body));
}

const pastStatus = (id: string) =>
  vi.waitFor(
    async () => {
      const { status } = (await send('getIntent', { id })).body.data;
      expect(['COMPLETED', 'FAILED', 'CANCELLED']).toContain(status);
    },
    { timeout: 20_000, interval: 100 },
  );

describe('an answer (I10)', () => {
  it('shows the phone to its owner with the middle masked, in every answer that has one', async () => {
    const id = await create('ordinary', { draft: true });
    const answers = [
      await send('getIntent', { id }),
      await send('updateIntent', { id, body: { ...PERSON, remarks: 'x' } }),
      await send('submitIntent', { id }),
    ];
    for (const { body } of answers) {
      expect(body.data).toMatchObject({ ...PERSON, phone: '139****0042' });
      expect(JSON.stringify(body)).not.toContain(PERSON.phone);
    }
  });

  it('of a list, a timeline, a cancel or a delete has nothing of the person', async () => {
    const id = await create('ordinary', { draft: true });
    await send('updateIntent', { id, body: PERSON });
    const path = { id };
    const answers = [
      await send('listIntents'),
      await send('listIntentEvents', path),
      await send('deleteIntent', path),
      await send('cancelIntent', { id: await create('ordinary', { draft: true }) }),
    ];
    for (const { body } of answers) expectNoCanary(JSON.stringify(body));
  });
});

describe('a refusal tells nothing of the person (I10)', () => {
  it.each([
    { phone: `${PERSON.phone}x` },
    { phone: Number(PERSON.phone) },
    { phone: [PERSON.phone] },
    { recipientName: PERSON.recipientName.repeat(20) },
    { recipientName: { name: PERSON.recipientName } },
    { address: `${PERSON.address}\u0000` },
    { address: PERSON.address.repeat(20) },
    { platform: PERSON.recipientName },
    { productUrl: `http://elsewhere.test/${PERSON.phone}` },
    { quantity: PERSON.phone },
    { unknown: PERSON },
  ])('when a create or an update is invalid: %#', async (changes) => {
    expectSilent(await send('createIntent', { body: personal('ordinary', changes) }), 'VALIDATION_FAILED');
    const id = await create('ordinary', { draft: true });
    expectSilent(await send('updateIntent', { id, body: { ...PERSON, ...changes } }), 'VALIDATION_FAILED');
  });

  it('when the body or the request cannot be read', async () => {
    const rawBody = JSON.stringify(personal());
    const malformed = { rawBody: rawBody.slice(0, -1) };
    expectSilent(await send('createIntent', malformed), 'BODY_MALFORMED');
    expectSilent(await send('createIntent', { rawBody: `[${rawBody}]` }), 'BODY_MALFORMED');
    const plain = { rawBody, headers: { 'Content-Type': 'text/plain' } };
    expectSilent(await send('createIntent', plain), 'MEDIA_TYPE_UNSUPPORTED');
    const large = { rawBody: rawBody.padEnd(LIMITS.bodyBytes + 1) };
    expectSilent(await send('createIntent', large), 'BODY_TOO_LARGE');
    expectSilent(await send('listIntents', { query: `?userId=${PERSON.phone}&page=0` }), 'VALIDATION_FAILED');
    expectSilent(await send('getIntent', { id: PERSON.phone }), 'INTENT_NOT_FOUND');
    const wrongSecret = { ...signer, appSecret: `${signer.appSecret}!` };
    expectSilent(await send('createIntent', { body: personal(), signer: wrongSecret }), 'SIGNATURE_INVALID');
    const asId = { ...signer, appId: signer.appSecret };
    expectSilent(await send('createIntent', { body: personal(), signer: asId }), 'APP_UNKNOWN');
  });

  it('when another request, App or status is in the way', async () => {
    const keyed = { headers: { 'Idempotency-Key': 'CanaryKey' } };
    expectSuccess(await send('createIntent', { body: personal(), ...keyed }), 'createIntent');
    const reused = await send('createIntent', { body: personal(), ...keyed });
    expectSilent(reused, 'IDEMPOTENCY_KEY_REUSED');
    expect(JSON.stringify(reused.body)).not.toContain('CanaryKey');
    const id = await create('ordinary', { draft: true });
    const stale = { headers: { 'If-Match': '"9"' } };
    expectSilent(await send('updateIntent', { id, body: PERSON, ...stale }), 'VERSION_CONFLICT');
    const stranger = await service.addApp();
    expectSilent(await send('updateIntent', { id, body: PERSON, signer: stranger }), 'NOT_OWNER');
    await service.database.intent.update({ where: { id }, data: { status: 'COMPLETED' } });
    expectSilent(await send('updateIntent', { id, body: PERSON }), 'UPDATE_REFUSED');
  });

  it('when the database refuses the very row', async () => {
    const id = await create('ordinary', { draft: true });
    // Postgres quotes the whole failing row in the detail of this error.
    await service.database.$executeRaw`ALTER TABLE "intents" ADD CONSTRAINT "no_77" CHECK ("quantity" <> 77)`;
    const before = lines.length;
    expectSilent(await send('createIntent', { body: personal('ordinary', { quantity: 77 }) }), 'INTERNAL');
    expectSilent(await send('updateIntent', { id, body: { ...PERSON, quantity: 77 } }), 'INTERNAL');
    await service.database.$executeRaw`ALTER TABLE "intents" DROP CONSTRAINT "no_77"`;
    expect(lines.length).toBeGreaterThan(before);
  });

  it('when the database is gone', async () => {
    const id = await create('ordinary', { draft: true });
    await proxy.cut();
    try {
      expectSilent(await send('createIntent', { body: personal() }), 'UNAVAILABLE');
      expectSilent(await send('updateIntent', { id, body: PERSON }), 'UNAVAILABLE');
    } finally {
      await proxy.restore();
    }
  });
});

describe('what is left behind (I10)', () => {
  beforeAll(async () => {
    signer = await service.addApp({ secret: 'CanarySecretOfPurchases' });
    const ids = [
      await create('ordinary'),
      await create('undeliverable'),
      await create('rejected'),
      await create('flaky'),
    ];
    await Promise.all(ids.map(pastStatus));
  });

  it('in the log is nothing of the person or the secret, whatever happened above', () => {
    expect(lines.some((line) => line.includes('request failed'))).toBe(true);
    for (const line of lines) expectNoCanary(line);
  });

  it('in a log line of a failed request is the id that the caller got (E10)', async () => {
    await service.database.$executeRaw`ALTER TABLE "intents" RENAME TO "intents_away"`;
    const headers = { 'X-Request-Id': 'trace-me-4711' };
    const answer = await send('listIntents', { headers });
    await service.database.$executeRaw`ALTER TABLE "intents_away" RENAME TO "intents"`;
    expectError(answer, 'INTERNAL');
    expect(lines.some((line) => line.includes('"requestId":"trace-me-4711"'))).toBe(true);
  });

  it('in the metrics are names from tables, and nothing of the person', async () => {
    const { text } = await service.metrics.render();
    expect(text).toContain('createIntent');
    expectNoCanary(text);
  });

  it('in the queue is the id of the intent alone', async () => {
    const jobs = await service.database.$queryRaw<{ data: unknown; all: string }[]>`
      SELECT "data", row_to_json(job)::text AS "all" FROM pgboss.job AS job WHERE "name" LIKE 'intents.%'`;
    expect(jobs.length).toBeGreaterThan(3);
    for (const job of jobs) {
      expect(job.data).toEqual({ intentId: expect.stringMatching(/^int_[0-9a-f]{32}$/) });
      expectNoCanary(job.all);
    }
  });

  it('in the queue is no failing row, which Postgres quotes when it refuses one', async () => {
    // Purchases that were completed before are still tracked, and stay as they are.
    await service.database.$executeRawUnsafe(`ALTER TABLE "intents" ADD CONSTRAINT "none_done"
      CHECK ("status" <> 'COMPLETED' OR "completedAt" < '${new Date().toISOString()}') NOT VALID`);
    const id = await create('ordinary');
    const outputs = await vi.waitFor(
      async () => {
        const rows = await service.database.$queryRaw<{ output: string }[]>`
          SELECT "output"::text FROM pgboss.job WHERE "output" IS NOT NULL AND "data" ->> 'intentId' = ${id}`;
        expect(rows).not.toEqual([]);
        return rows;
      },
      { timeout: 15_000, interval: 50 },
    );
    await service.database.$executeRaw`ALTER TABLE "intents" DROP CONSTRAINT "none_done"`;
    for (const { output } of outputs) expectNoCanary(output);
    await pastStatus(id);
  });

  it('in the timelines and the stored secrets is nothing readable', async () => {
    const rows = await service.database.$queryRaw<{ text: string }[]>`
      SELECT row_to_json(t)::text AS "text" FROM "intent_events" AS t
      UNION ALL SELECT encode("ciphertext", 'escape') || row_to_json(t)::text FROM "app_secrets" AS t`;
    expect(rows.length).toBeGreaterThan(10);
    for (const { text } of rows) expectNoCanary(text);
  });

  it('in a dump of the database is nothing of the person or the secret, in whatever table', async () => {
    const draft = await create('ordinary', { draft: true });
    await send('updateIntent', { id: draft, body: { ...PERSON, quantity: 3 } });
    const tables = await service.database.$queryRaw<{ name: string }[]>`
      SELECT format('%I.%I', schemaname, tablename) AS "name" FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`;
    const names = tables.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['public.intents', 'public.intent_events', 'pgboss.job_common']),
    );
    expect(await service.database.intent.count()).toBeGreaterThan(4);
    for (const name of names) {
      const rows = await service.database.$queryRawUnsafe<{ text: string }[]>(
        `SELECT t::text AS "text" FROM ${name} AS t`,
      );
      for (const { text } of rows) expectNoCanary(text);
    }
  });
});
