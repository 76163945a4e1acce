import { expect, it } from 'vitest';
import { hostService } from './host-service.ts';
import { listen } from './listen.ts';
import { run, SECRET } from './run.ts';

const ID = 'int_019c0000000070008000000000000001';
const WEBHOOK = 'whk_019c0000000070008000000000000001';
const DELIVERY = 'dlv_019c0000000070008000000000000001';
const REFUSALS: [
  name: string,
  code: number,
  status: number,
  data: unknown,
  args: string[],
  advice: string,
][] = [
  [
    'IP_NOT_ALLOWED',
    40301,
    403,
    { address: '192.0.2.7' },
    ['intents', 'list'],
    'Add 192.0.2.7, the address that the service saw',
  ],
  [
    'HTTPS_REQUIRED',
    40301,
    403,
    null,
    ['intents', 'list'],
    'Use the https address of the service (--base-url',
  ],
  ['PERMISSION_MISSING', 40302, 403, null, ['intents', 'get', ID], 'Grant the App intents:read'],
  ['PERMISSION_MISSING', 40302, 403, null, ['intents', 'submit', ID], 'Grant the App intents:write'],
  ['NOT_OWNER', 40301, 403, null, ['intents', 'get', ID], 'Use the App that created it (--app-id'],
  ['APP_UNKNOWN', 40103, 401, null, ['intents', 'list'], 'procurement-intents doctor'],
  ['LIST_TOO_COSTLY', 50301, 503, null, ['intents', 'list'], 'Narrow the list'],
  [
    'VALIDATION_FAILED',
    40001,
    400,
    {
      errors: [
        { field: 'startDate', message: 'no' },
        { field: 'cursor', message: 'no' },
      ],
    },
    ['intents', 'list'],
    'Correct startDate (--since), cursor (--cursor).',
  ],
  [
    'VALIDATION_FAILED',
    40001,
    400,
    {
      errors: [
        { field: 'url', message: 'no' },
        { field: 'eventTypes.0', message: 'no' },
      ],
    },
    ['webhooks', 'create', '--url', 'https://h'],
    'Correct url (--url), eventTypes.0 (--event-types). For a receiver on this machine, use `procurement-intents listen',
  ],
  [
    'VALIDATION_FAILED',
    40001,
    400,
    {
      errors: [
        { field: 'cursor', message: 'no' },
        { field: 'intentId', message: 'no' },
      ],
    },
    ['events'],
    'Correct cursor (--from), intentId (--intent-id).',
  ],
  ['PERMISSION_MISSING', 40302, 403, null, ['webhooks', 'list'], 'Grant the App webhooks:read'],
  ['WEBHOOK_NOT_FOUND', 40402, 404, null, ['webhooks', 'test', WEBHOOK], 'webhooks list` shows'],
  ['DELIVERY_NOT_FOUND', 40403, 404, null, ['webhooks', 'retry', WEBHOOK, DELIVERY], 'webhooks deliveries`'],
  [
    'WEBHOOK_EXISTS',
    40901,
    409,
    { id: WEBHOOK },
    ['webhooks', 'create', '--url', 'https://h'],
    `\`webhooks rotate-secret ${WEBHOOK}\` gives it a new secret`,
  ],
  [
    'VERSION_CONFLICT',
    40902,
    409,
    { currentVersion: 7 },
    ['webhooks', 'update', WEBHOOK, '--status', 'ENABLED'],
    'Look at it with `webhooks list`, then repeat with --if-version 7.',
  ],
  [
    'REPLAY_RUNNING',
    40902,
    409,
    { replayId: 'rpl_1' },
    ['webhooks', 'replay', WEBHOOK, '--since', '2026-11-01'],
    'Wait for rpl_1',
  ],
  [
    'EVENTS_EXPIRED',
    41001,
    410,
    { oldestCursor: '7' },
    ['webhooks', 'replay', WEBHOOK, '--since', '2026-11-01'],
    'Give a later --since.',
  ],
  ['EVENTS_EXPIRED', 41001, 410, { oldestCursor: '7' }, ['events', '--from', '3'], 'go on with --from 7.'],
];

it.each(REFUSALS)('after %s (%i) it says what to do here', async (name, code, status, data, args, advice) => {
  const baseUrl = await listen((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-error-name': name });
    response.end(JSON.stringify({ code, message: 'no', data }));
  });
  const { stderr } = await run(args, { PROCUREMENT_BASE_URL: baseUrl });
  expect(/^what to do: (.*)$/m.exec(stderr)?.[1]).toContain(advice);
});

it('says how to repeat a create whose answer was lost, so that it buys once', async () => {
  const { service, env } = await hostService();
  // As often as the client tries.
  service.fail('createIntent', { drop: 'answer' }, { times: 6 });
  const order = JSON.stringify(service.order());
  const lost = await run(['intents', 'create', '-'], env, order);
  expect(lost.exitCode).toBe(3);
  const advised =
    /Repeat the command with (--idempotency-key \S+): it buys once/.exec(lost.stderr)?.[1] ?? '';
  const repeated = await run(['intents', 'create', '-', ...advised.split(' ')], env, order);
  expect(repeated).toMatchObject({ exitCode: 0, stderr: '' });
  expect(service.intents()).toHaveLength(1);
});

it('exits with 3 when the service is not healthy', async () => {
  const baseUrl = await listen((_, response) => {
    response.writeHead(500, { 'x-error-name': 'UNHEALTHY', 'retry-after': '3600' });
    response.end(
      JSON.stringify({ code: 50001, message: 'stopping', data: { status: 'unhealthy', timestamp: '' } }),
    );
  });
  const { exitCode, stdout, stderr } = await run(['health'], { PROCUREMENT_BASE_URL: baseUrl });
  expect({ exitCode, stdout, stderr }).toEqual({
    exitCode: 3,
    stdout: '',
    stderr: expect.stringContaining('stopping'),
  });
});

it('says how to set what is missing', async () => {
  const { exitCode, stderr } = await run(['intents', 'list'], { PROCUREMENT_APP_SECRET: '' });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('what to do: Set them once with `procurement-intents config set`');
  expect(stderr).not.toContain(SECRET);
});

it.each([
  [['intents', 'create', 'none.json'], 'Check the name of the file.'],
  [['intents', 'list', '--limit', '0'], 'Correct the value.'],
  [['intents', 'buy'], 'Add --help to see how it is used.'],
])('says what to do after %j', async (args, advice) => {
  const { exitCode, stderr } = await run(args);
  expect({ exitCode, advice: /^what to do: (.*)$/m.exec(stderr)?.[1] }).toEqual({ exitCode: 2, advice });
});
