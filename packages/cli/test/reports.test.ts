import { expect, it } from 'vitest';
import { hostCompany, type Reply } from './company-service.ts';
import { run } from './run.ts';

const PERIOD = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-30T23:59:59.999Z' };
const SUMS = { orders: 2, quantity: 3, paid: 597, refunded: 199, fees: 0.5, net: 398.5 };
const SPEND: Reply = [
  200,
  {
    ...PERIOD,
    groupBy: 'supplier',
    rows: [
      { group: 'sup_1', name: '办公用品店', ...SUMS },
      { ...SUMS, net: 0 },
    ],
    total: { ...SUMS, net: 398.5 },
  },
];
const PROCESSING: Reply = [
  200,
  {
    ...PERIOD,
    total: 15,
    outcomes: [
      { status: 'COMPLETED', count: 3 },
      { status: 'FAILED', failureCode: 'OUT_OF_STOCK', count: 12 },
    ],
    timeToComplete: { p50: 100, p95: 2_000, p99: 3_000 },
  },
];
const CSV = 'supplier,name,net\r\nsup_1,"\'=1",398.5\r\n';

async function start(replies: Record<string, Reply[]>) {
  const { baseUrl, received } = await hostCompany(replies);
  return { received, env: { PROCUREMENT_BASE_URL: baseUrl, PROCUREMENT_API_KEY: 'ak_test_1' } };
}

it('reports spending as lines of full values in a pipe, with the period beside them', async () => {
  const { received, env } = await start({ '/v1/reports/spend': [SPEND] });
  const period = ['--from', '2026-11-01', '--to', '2026-11-30'];
  const { exitCode, stdout, stderr } = await run(
    ['reports', 'spend', '--group-by', 'supplier', ...period],
    env,
  );
  expect(exitCode).toBe(0);
  expect(stdout).toBe(
    'sup_1\t2\t3\t597.00\t199.00\t0.50\t398.50\t办公用品店\n-\t2\t3\t597.00\t199.00\t0.50\t0.00\t\n',
  );
  expect(stderr).toBe(`2 orders, net 398.50; ${PERIOD.from} to ${PERIOD.to}\n`);
  const { searchParams } = new URL(received[0]?.path ?? '', env.PROCUREMENT_BASE_URL);
  expect(Object.fromEntries(searchParams)).toEqual({
    from: '2026-11-01',
    to: '2026-11-30',
    groupBy: 'supplier',
  });
});

it('reports what became of purchases, and how long they took', async () => {
  const { env } = await start({ '/v1/reports/processing': [PROCESSING] });
  const { stdout, stderr } = await run(['reports', 'processing'], env);
  expect(stdout).toBe('COMPLETED\t3\t\nFAILED\t12\tOUT_OF_STOCK\n');
  expect(stderr).toContain('15 in all; ');
  expect(stderr).toContain('Completed within ms: half 100, 95 % 2000, 99 % 3000\n');
});

it.each([
  ['spend', SPEND],
  ['processing', PROCESSING],
])('prints the report of %s as JSON with --json, and as the CSV of the service', async (name, reply) => {
  const csv: Reply = [200, CSV, 'text/csv; charset=utf-8; header=present'];
  const { received, env } = await start({ [`/v1/reports/${name}`]: [reply, csv] });
  const json = await run(['reports', name, '--json'], env);
  expect(JSON.parse(json.stdout)).toEqual(reply[1]);
  expect(await run(['reports', name, '--format', 'csv'], env)).toEqual({
    exitCode: 0,
    stdout: CSV,
    stderr: '',
  });
  expect(received.map(({ accept }) => accept)).toEqual(['application/json', 'text/csv']);
});

it('says what a person needs for a report, with --json as JSON', async () => {
  const body = { error: { code: 'insufficient_scope', message: 'no', required_scope: 'read:reports' } };
  const { env } = await start({ '/v1/reports/spend': [[403, body]] });
  expect(await run(['reports', 'spend', '--format', 'csv'], env)).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringContaining('the scope read:reports') as string,
  });
  const { exitCode, stderr } = await run(['reports', 'spend', '--json'], env);
  expect(exitCode).toBe(1);
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'insufficient_scope', status: 403 } });
});

it.each([
  [['spend', '--group-by', 'week'], 'Allowed choices are platform, supplier'],
  [['spend', '--from', '2026-02-30'], 'It must be a day or a time'],
  [['processing', '--format', 'xlsx'], 'Allowed choices are table, csv'],
  [['processing', '--format', 'csv', '--json'], 'only one of --json and --format csv'],
])('refuses %j before anything is sent', async (args, text) => {
  const { received, env } = await start({});
  expect(await run(['reports', ...args], env)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(text) as string,
  });
  expect(received).toEqual([]);
});
