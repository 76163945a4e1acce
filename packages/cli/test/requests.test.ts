import { expect, it } from 'vitest';
import { hostCompany, type Reply } from './company-service.ts';
import { run } from './run.ts';

const ID = `pr_${'0'.repeat(32)}`;
const REQUEST = {
  id: ID,
  status: 'PENDING',
  platform: 'PLATFORM_A',
  quantity: 2,
  totalAmount: 398,
  createdAt: '2026-11-21T08:30:00.000Z',
  title: '无线鼠标',
};
const pageOf = (nextCursor: string | null): Reply => [
  200,
  { items: [REQUEST], total: 3, page: 1, pageSize: 1, totalPages: 3, nextCursor },
];
const refusal = (status: number, code: string, extras: object = {}): Reply => [
  status,
  { error: { code, message: `message of ${code}`, ...extras } },
];

async function start(replies: Record<string, Reply[]>) {
  const { baseUrl, received } = await hostCompany(replies);
  return { received, env: { PROCUREMENT_BASE_URL: baseUrl, PROCUREMENT_API_KEY: 'ak_test_1' } };
}

it('lists as lines of full values in a pipe, and as the answer with --json', async () => {
  const { received, env } = await start({ '/v1/purchase-requests': [pageOf('c1')] });
  const args = ['requests', 'list', '--status', 'PENDING,APPROVED', '--limit', '1', '--cursor', 'c0'];
  const { stdout, stderr } = await run(args, env);
  expect(stdout).toBe(`${ID}\tPENDING\tPLATFORM_A\t2\t398.00\t2026-11-21T08:30:00.000Z\t无线鼠标\n`);
  expect(stderr).toBe('1 of 3; go on with --cursor c1\n');
  const { searchParams } = new URL(received[0]?.path ?? '', env.PROCUREMENT_BASE_URL);
  expect(Object.fromEntries(searchParams)).toEqual({
    fields: 'id,status,platform,quantity,totalAmount,createdAt,title',
    pageSize: '1',
    cursor: 'c0',
    'filter[status][in]': 'PENDING,APPROVED',
  });
  expect(received[0]?.token).toBe('ak_test_1');
  const json = await run(['requests', 'list', '--json'], env);
  expect(JSON.parse(json.stdout)).toEqual(pageOf('c1')[1]);
});

it('asks to buy what a file says, with a key', async () => {
  const { received, env } = await start({ '/v1/purchase-requests': [[201, REQUEST]] });
  const args = ['requests', 'create', '-', '--idempotency-key', 'k1', '--json'];
  const { stdout } = await run(args, env, '{"title":"无线鼠标"}');
  expect(JSON.parse(stdout)).toEqual(REQUEST);
  expect(received[0]).toMatchObject({ method: 'POST', body: '{"title":"无线鼠标"}' });
});

it.each(['approve', 'reject', 'withdraw'])('can %s one, with a note', async (action) => {
  const path = `/v1/purchase-requests/${ID}/${action}`;
  const { received, env } = await start({ [path]: [[200, REQUEST]] });
  const { exitCode, stdout } = await run(
    ['requests', action, ID, '--note', '预算内', '--if-version', '3'],
    env,
  );
  expect(exitCode).toBe(0);
  expect(stdout).toContain('status\tPENDING\n');
  expect(received).toMatchObject([{ method: 'POST', path, body: '{"note":"预算内"}' }]);
});

it.each<[Reply, number, string]>([
  [refusal(401, 'unauthorized'), 1, 'Run `procurement-intents login` again'],
  [refusal(403, 'insufficient_scope', { required_scope: 'read:orders' }), 1, 'the scope read:orders'],
  [refusal(403, 'forbidden', { reason: 'own request' }), 1, 'Let somebody else do it'],
  [refusal(403, 'forbidden', { address: '192.0.2.7' }), 1, 'Add 192.0.2.7'],
  [refusal(404, 'not_found'), 1, 'Check the id'],
  [refusal(409, 'conflict', { reason: 'no' }), 1, 'Look at it again'],
  [refusal(400, 'validation_failed', { errors: [{ field: 'price', message: 'no' }] }), 1, 'Correct price.'],
])('says what to do after %j', async (reply, exitCode, advice) => {
  const { env } = await start({ [`/v1/purchase-requests/${ID}`]: [reply] });
  const result = await run(['requests', 'get', ID], env);
  expect(result.exitCode).toBe(exitCode);
  expect(/^what to do: (.*)$/m.exec(result.stderr)?.[1]).toContain(advice);
});

it('reports an error as JSON, and no API key anywhere', async () => {
  const { env } = await start({});
  const { exitCode, stderr } = await run(['requests', 'get', ID, '--json'], env);
  expect(exitCode).toBe(1);
  expect(JSON.parse(stderr)).toMatchObject({ error: { name: 'not_found', code: 'not_found', status: 404 } });
  expect(stderr).not.toContain('ak_test_1');
});

it('takes the API key from stdin, and says where keys and logins come from without one', async () => {
  const { received, env } = await start({ [`/v1/purchase-requests/${ID}`]: [[200, REQUEST]] });
  await run(['requests', 'get', ID, '--api-key-stdin'], env, 'ak_test_2\n');
  expect(received[0]?.token).toBe('ak_test_2');
  const { exitCode, stderr } = await run(['requests', 'get', ID], { ...env, PROCUREMENT_API_KEY: '' });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('what to do: Run `procurement-intents login`, or set PROCUREMENT_API_KEY.');
});

it.each([
  [['requests', 'get', 'int_1'], 'begins with pr_'],
  [['requests', 'list', '--status', 'OPEN'], 'There is no "OPEN"'],
  [['requests', 'create', '-', '--api-key-stdin'], 'only one of the request and the API key'],
])('refuses %j before anything is sent', async (args, text) => {
  const { received, env } = await start({});
  expect(await run(args, env)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(text) as string,
  });
  expect(received).toEqual([]);
});

it('exits with 3 when the service cannot answer', async () => {
  const { env } = await start({});
  const gone = { ...env, PROCUREMENT_BASE_URL: 'http://127.0.0.1:9' };
  const login = await run(['login', '--client-id', 'cli_1'], gone);
  expect(login).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('no answer from') as string });
});
