import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addKey, addPerson } from '../support/bearer.ts';
import { intentBody } from '../support/intent-factory.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { runBinary } from './procurement-intents.ts';

let service: TestService;
let env: Record<string, string>;
beforeAll(async () => {
  service = await startTestService({ isWorking: true });
  const scopes = ['read:orders', 'write:orders', 'read:reports'] as const;
  const { id } = await addPerson(service, scopes);
  const { key } = await addKey(service, id, scopes);
  env = { PROCUREMENT_BASE_URL: service.baseUrl, PROCUREMENT_API_KEY: key };
});
afterAll(() => service.stop());

const run = (...args: string[]) => runBinary(args, { env });

async function ordered(item: string, status: string): Promise<string> {
  const body = intentBody(service, item);
  const { id } = (await service.call('POST', '/api/v1/intents', { body })).body.data;
  await vi.waitFor(
    async () => {
      const row = await service.database.intent.findUniqueOrThrow({ where: { id } });
      expect([row.status, row.orderStatus === null]).toEqual([status, false]);
    },
    { timeout: 20_000, interval: 50 },
  );
  return `ord_${(id as string).slice(4)}`;
}

it('shows, refreshes and cancels orders, and reports what they cost', async () => {
  const bought = await ordered('ordinary', 'COMPLETED');
  const slow = await ordered('slow', 'PROCESSING');

  const list = await run('orders', 'list', '--status', 'PLACED,SHIPPED,DELIVERED', '--since', '2020-01-01');
  expect(list).toMatchObject({ exitCode: 0, stderr: '' });
  const lines = list.stdout.trimEnd().split('\n');
  expect(lines.map((line) => line.split('\t')[0])).toEqual([slow, bought]);

  expect(JSON.parse((await run('orders', 'get', bought, '--json')).stdout)).toMatchObject({ id: bought });
  expect(await run('orders', 'refresh', bought)).toMatchObject({ exitCode: 0, stderr: '' });
  const cancelled = await run('orders', 'cancel', slow, '--yes', '--json');
  expect(JSON.parse(cancelled.stdout)).toMatchObject({ id: slow, status: 'CANCELLED' });
  expect(await run('orders', 'cancel', bought, '--yes')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('what to do: Look at it again') as string,
  });

  const spent = await run('reports', 'spend', '--json');
  const report = JSON.parse(spent.stdout) as { total: object };
  expect(report.total).toMatchObject({ orders: expect.any(Number) as number });
  const csv = await run('reports', 'spend', '--format', 'csv');
  expect(csv).toMatchObject({ exitCode: 0, stderr: '' });
  expect(csv.stdout).toMatch(/^platform,orders,quantity,paid,refunded,fees,net\r\nPLATFORM_A,/);
  const table = await run('reports', 'spend');
  expect(table.stdout).toMatch(/^PLATFORM_A\t/);

  const processing = await run('reports', 'processing');
  expect(processing.stdout).toMatch(/^COMPLETED\t1\t$/m);
  expect(processing.stdout).toMatch(/^CANCELLED\t1\t$/m);
  expect((await run('reports', 'processing', '--format', 'csv')).stdout).toMatch(
    /^status,failureCode,count,p50,p95,p99\r\n/,
  );
});

it('takes no period that the service refuses', async () => {
  const { exitCode, stderr } = await run('reports', 'spend', '--from', '2020-01-01', '--to', '2026-01-01');
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: expect.stringMatching(/what to do: Correct (from|to)/) as string,
  });
});
