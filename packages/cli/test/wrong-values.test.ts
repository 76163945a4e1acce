import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listen } from './listen.ts';
import { run, temporaryFolder } from './run.ts';

// A value that cannot work is found before anything is sent, whatever else is right.

async function runWith(args: string[], stdin: string | null = null) {
  const requests: string[] = [];
  const baseUrl = await listen((request, response) => {
    requests.push(request.url ?? '');
    response.end('{}');
  });
  return { ...(await run(args, { PROCUREMENT_BASE_URL: baseUrl }, stdin)), requests };
}

const ID = 'int_019c0000000070008000000000000001';
const WEBHOOK = 'whk_019c0000000070008000000000000001';

it.each([
  [['intents', 'list', '--since', 'yesterday'], '--since', 'such as 2026-11-01'],
  [['intents', 'list', '--before', '2026-02-30'], '--before', 'such as 2026-11-01'],
  [['intents', 'list', '--status', 'DONE'], '--status', 'COMPLETED'],
  [['intents', 'list', '--platform', 'SHOP_A'], '--platform', 'PLATFORM_A'],
  [['intents', 'list', '--limit', '101'], '--limit', '1 to 100'],
  [['intents', 'list', '--sort', 'title'], '--sort', 'createdAt'],
  [['intents', 'list', '--user-id', 'x'.repeat(65)], '--user-id', '1 to 64 characters'],
  [['intents', 'export', '--format', 'xlsx'], '--format', 'csv'],
  [['intents', 'export', '--fields', 'id,orderNo'], '--fields', 'totalAmount'],
  [['intents', 'export', '--fields', 'id,orderNo'], '--fields', 'There is no "orderNo".'],
  [['intents', 'export', '--fields', 'amount'], '--fields', 'Did you mean totalAmount or amountPaid?'],
  [['intents', 'create', '--price', '1.999'], '--price', 'at most 2 decimals'],
  [['intents', 'create', '--price', '1,299'], '--price', 'at most 2 decimals'],
  [['intents', 'create', '--quantity', '0'], '--quantity', 'whole number'],
  [['intents', 'create', '--phone', '010-1234'], '--phone', '11 digits'],
  [['intents', 'create', '--product-url', 'item/1'], '--product-url', 'whole address'],
  [['intents', 'create', '--platform', 'taobao'], '--platform', 'PLATFORM_A'],
  [['intents', 'create', '--address', 'x'], '--address', '5 to 200 characters'],
  [['intents', 'create', '--idempotency-key', 'order 7'], '--idempotency-key', 'visible ASCII'],
  [['intents', 'create', '--wait', '--timeout', '0'], '--timeout', 'seconds above 0'],
  [['intents', 'update', ID, '--quantity', '1.5'], '--quantity', 'whole number'],
  [['intents', 'update', ID, '--price', '5'], '--price', 'unknown option'],
  [['intents', 'update', ID], '--quantity', 'no field was given'],
  [['intents', 'cancel', ID, '--yes', '--if-version', 'two'], '--if-version', 'whole number'],
  [['intents', 'wait', ID, '--until', 'DONE'], '--until', 'COMPLETED'],
  [['intents', 'get', 'order-2026-0042'], "argument 'id'", 'begins with int_'],
  [['webhooks', 'create'], '--url', 'not specified'],
  [['webhooks', 'create', '--url', 'erp/hooks'], '--url', 'whole address'],
  [['webhooks', 'create', '--url', 'https://h', '--event-types', '*,intent.failed'], '--event-types', '"*"'],
  [['webhooks', 'create', '--url', 'https://h', '--max-per-second', '51'], '--max-per-second', '1 to 50'],
  [['webhooks', 'create', '--url', 'https://h', '--signature', 'v2'], '--signature', 'v1a'],
  [['webhooks', 'update', WEBHOOK], '--status', 'nothing to change'],
  [['webhooks', 'update', WEBHOOK, '--signature', 'v1'], '--signature', 'unknown option'],
  [['webhooks', 'update', ID, '--status', 'ENABLED'], "argument 'id'", 'begins with whk_'],
  [['webhooks', 'delete', WEBHOOK], '--yes', 'cannot be undone'],
  [['webhooks', 'rotate-secret', WEBHOOK, '--grace-seconds', '604801'], '--grace-seconds', '0 to 604800'],
  [['webhooks', 'test', WEBHOOK, '--type', 'intent.attempt_failed'], '--type', 'intent.failed'],
  [['webhooks', 'deliveries', WEBHOOK, '--state', 'SENT'], '--state', 'SUCCEEDED'],
  [['webhooks', 'deliveries', WEBHOOK, '--since', 'yesterday'], '--since', 'such as 2026-11-01'],
  [['webhooks', 'retry', WEBHOOK, ID], "argument 'deliveryId'", 'begins with dlv_'],
  [['webhooks', 'replay', WEBHOOK], '--since', 'from when to replay'],
  [['webhooks', 'replay', WEBHOOK, 'rpl_1', '--scope', 'all'], 'options', 'cannot be changed'],
  [['events', '--from', 'yesterday'], '--from', 'the sequence of an event'],
  [['events', '--limit', '501'], '--limit', '1 to 500'],
  [['events', '--follow', '--limit', '5'], '--limit', 'cannot be used with'],
  [['intents', 'list', '--base-url', 'http://procurement.example'], '--base-url', 'https'],
  [['health', '--base-url', 'procurement.example'], '--base-url', 'https'],
  [['intents', 'list', '--app-id', 'my app'], '--app-id', 'id of an App'],
  [['sign', 'GET', '/api/v1/intents', '--timestamp', '1795251600'], '--timestamp', '13 digits'],
  [['sign', 'PATCH', '/api/v1/intents'], "argument 'method'", 'GET, POST'],
  [['sign', 'GET', 'nopath'], "argument 'path'", 'begin with one /'],
  [['sign', 'GET', 'https://procurement.example/api/v1/intents'], "argument 'path'", 'without scheme'],
  [['sign', 'GET', '//api/v1/intents'], "argument 'path'", 'begin with one /'],
  [['verify', 'GET', '/', '--received-at', '179525160'], '--received-at', 'Unix seconds or milliseconds'],
  [['verify', 'GET', '/', '--received-at', '2026-02-30'], '--received-at', 'such as 2026-11-01T09:30:00Z'],
])('%j exits with 2 and names %s', async (args, name, reason) => {
  const { exitCode, stdout, stderr, requests } = await runWith(args);
  expect({ exitCode, stdout, requests }).toEqual({ exitCode: 2, stdout: '', requests: [] });
  expect(stderr).toContain(name);
  expect(stderr).toContain(reason);
  expect(stderr).toMatch(/^what to do: ./m);
});

it.each([
  [['intents', 'update', ID], '', 'Name a JSON file, - for stdin, or options such as --quantity'],
  [['intents', 'create', '-'], '[]', 'Put the fields into one object'],
  [['intents', 'create', '-'], '{', 'Correct the JSON.'],
  [['intents', 'cancel', ID], '', 'Add --yes if you are sure.'],
  [['intents', 'export', '--output', '/none/there.csv'], '', 'Check the folder, or name another file.'],
  [['intents', 'create', '/none.json'], '', 'Check the name of the file.'],
  [['config', 'set', 'baseUrl'], '', 'Run `procurement-intents config set baseUrl …`.'],
  [['config', 'set', 'baseUrl', 'ftp://h'], '', 'Correct the value.'],
  [['webhooks', 'update', WEBHOOK], '', 'Add an option such as --status DISABLED.'],
  [['webhooks', 'replay', WEBHOOK], '', 'Add --since'],
  [['requests', 'create', '-', '--api-key-stdin'], '', 'Give the key as PROCUREMENT_API_KEY'],
  [['health', '--config', '/none.json'], '', 'Correct --config'],
])('%j says what to do about it', async (args, stdin, advice) => {
  const { exitCode, stderr, requests } = await runWith(args, stdin);
  expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
  expect(stderr).toContain(`what to do: ${advice}`);
});

it('says what to do about a settings file that others may read', async () => {
  const file = join(temporaryFolder(), 'config.json');
  writeFileSync(file, '{}', { mode: 0o644 });
  const { exitCode, stderr } = await run(['intents', 'list', '--config', file]);
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(`what to do: Run chmod 600 ${file}`),
  });
});

it('reports a wrong value as JSON for programs', async () => {
  const { stderr } = await runWith(['intents', 'list', '--limit', '0', '--json']);
  expect(JSON.parse(stderr).error).toMatchObject({
    name: 'UsageError',
    message: expect.stringContaining("option '-L, --limit <n>' argument '0' is invalid"),
  });
});

it('names the place of an address that cannot work', async () => {
  const file = join(temporaryFolder(), 'config.json');
  writeFileSync(file, '{"baseUrl": "ftp://h"}', { mode: 0o600 });
  const inFile = await run(['health', '--config', file]);
  expect(inFile).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(`${file}: baseUrl must`) });
  const inVariable = await run(['health'], { PROCUREMENT_BASE_URL: 'ftp://h' });
  expect(inVariable.stderr).toContain('PROCUREMENT_BASE_URL: baseUrl must');
});
