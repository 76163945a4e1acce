import { expect, it } from 'vitest';
import { hostCompany, type Reply } from './company-service.ts';
import { run } from './run.ts';

const ID = `ord_${'0'.repeat(32)}`;
const ORDER = {
  id: ID,
  status: 'SHIPPED',
  platform: 'PLATFORM_A',
  orderId: 'A1',
  quantity: 2,
  placedAt: '2026-11-21T08:30:00.000Z',
  title: '无线鼠标',
};
const PAGE: Reply = [
  200,
  {
    items: [ORDER, { ...ORDER, amountPaid: 398 }],
    total: 3,
    page: 1,
    pageSize: 2,
    totalPages: 2,
    nextCursor: 'c1',
  },
];

async function start(replies: Record<string, Reply[]>) {
  const { baseUrl, received } = await hostCompany(replies);
  return { received, env: { PROCUREMENT_BASE_URL: baseUrl, PROCUREMENT_API_KEY: 'ak_test_1' } };
}

it('lists as lines of full values in a pipe, and as the answer with --json', async () => {
  const { received, env } = await start({ '/v1/orders': [PAGE] });
  const filters = ['--status', 'PLACED,SHIPPED', '--platform', 'PLATFORM_A', '--since', '2026-11-01'];
  const paging = ['--before', '2026-11-30', '--limit', '2', '--cursor', 'c0'];
  const { stdout, stderr } = await run(['orders', 'list', ...filters, ...paging], env);
  const line = (paid: string) =>
    `${ID}\tSHIPPED\tPLATFORM_A\tA1\t2\t${paid}\t2026-11-21T08:30:00.000Z\t无线鼠标\n`;
  expect(stdout).toBe(line('') + line('398.00'));
  expect(stderr).toBe('2 of 3; go on with --cursor c1\n');
  const { searchParams } = new URL(received[0]?.path ?? '', env.PROCUREMENT_BASE_URL);
  expect(Object.fromEntries(searchParams)).toEqual({
    fields: 'id,status,platform,orderId,quantity,amountPaid,placedAt,title',
    pageSize: '2',
    cursor: 'c0',
    startDate: '2026-11-01',
    endDate: '2026-11-30',
    'filter[platform]': 'PLATFORM_A',
    'filter[status][in]': 'PLACED,SHIPPED',
  });
  const json = await run(['orders', 'list', '--json'], env);
  expect(JSON.parse(json.stdout)).toEqual(PAGE[1]);
});

it.each([
  ['get', 'GET', ''],
  ['refresh', 'POST', '/refresh'],
  ['cancel', 'POST', '/cancel'],
])('can %s one', async (name, method, suffix) => {
  const path = `/v1/orders/${ID}${suffix}`;
  const { received, env } = await start({ [path]: [[200, ORDER]] });
  const yes = name === 'cancel' ? ['--yes'] : [];
  const { exitCode, stdout } = await run(['orders', name, ID, ...yes], env);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('status\tSHIPPED\n');
  expect(received).toMatchObject([{ method, path, body: '' }]);
  expect(JSON.parse((await run(['orders', name, ID, ...yes, '--json'], env)).stdout)).toEqual(ORDER);
});

it('says where to look for an order that does not exist, and why one cannot be cancelled', async () => {
  const conflict: Reply = [409, { error: { code: 'conflict', message: 'no', reason: 'it has shipped' } }];
  const { env } = await start({ [`/v1/orders/${ID}/cancel`]: [conflict] });
  expect(await run(['orders', 'get', ID], env)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('`orders list` shows those that exist') as string,
  });
  expect(await run(['orders', 'cancel', ID, '--yes'], env)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('it has shipped') as string,
  });
});

it.each([
  [['get', 'A1'], 'begins with ord_'],
  [['cancel', 'int_1', '--yes'], 'begins with ord_'],
  [['cancel', ID], 'Add --yes if you are sure.'],
  [['list', '--status', 'OPEN'], 'There is no "OPEN"'],
  [['list', '--limit', '0'], 'It must be a whole number, 1 to 100'],
])('refuses %j before anything is sent', async (args, text) => {
  const { received, env } = await start({});
  expect(await run(['orders', ...args], env)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(text) as string,
  });
  expect(received).toEqual([]);
});
