import { createServer, type AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { CreateIntentBody, ErrorName, Fetch } from '../../src/index.ts';
import { answer, createClient, startService } from '../start-service.ts';

const RUNS = 1_000;

const refuse = (status: number, code: number, name: ErrorName, data: unknown = null) =>
  new Response(JSON.stringify({ code, message: 'refused', data }), {
    status,
    headers: { 'retry-after': '70', 'x-error-name': name },
  });

/** Possible outcomes of a call, used in turn. */
const OUTCOMES: (() => Response)[] = [
  () => new Response('{"code":0,"message":"","data":{"id":"int_1","status":"SUBMITTED"}}', { status: 201 }),
  () =>
    refuse(400, 40001, 'VALIDATION_FAILED', {
      errors: [{ field: 'phone', message: 'must be a phone number' }],
    }),
  () => refuse(401, 40101, 'SIGNATURE_INVALID'),
  () => refuse(401, 40102, 'TIMESTAMP_INVALID'),
  () => refuse(429, 42901, 'RATE_LIMITED'),
  () => refuse(503, 50301, 'UNAVAILABLE'),
  () => new Response('<html>Bad Gateway</html>', { status: 502, headers: { 'retry-after': '70' } }),
  () => {
    throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
  },
];

/** Everything that a log line could show of `value`. */
function print(value: unknown): string {
  const texts = [inspect(value, { depth: 20, showHidden: true }), JSON.stringify(value), String(value)];
  if (!(value instanceof Error)) return texts.join('\n');
  return [...texts, value.stack ?? '', inspect(value.cause), JSON.stringify(value.cause)].join('\n');
}

it(`${RUNS} runs show no secret, signature, phone number or name in printed results and errors`, async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const written: string[] = [];
  const consoles = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((...values) => void written.push(values.map(print).join(' '))),
  );
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const leaks: string[] = [];
  const errorsSeen = new Set<string>();
  for (let run = 0; run < RUNS; run += 1) {
    const appSecret = `secret-${run}-${'x'.repeat(20)}`;
    const phone = `1380${String(run).padStart(7, '0')}`;
    const recipientName = `收件人${run}号`;
    const signatures: string[] = [];
    const fetch: Fetch = async (_, { headers }) => {
      signatures.push(headers['x-signature'] ?? '');
      return (OUTCOMES[run % OUTCOMES.length] as () => Response)();
    };
    const client = createClient('https://api.example', { appSecret, fetch });
    const body = { phone, recipientName } as CreateIntentBody;
    const outcome: unknown = await client.intents
      .create(body, { timeoutMs: 5_000 })
      .catch((error: unknown) => error);
    if (outcome instanceof Error) errorsSeen.add(outcome.name);
    const shown = [outcome, client, client.intents].map(print).join('\n') + written.splice(0).join('\n');
    const hidden = [appSecret, phone, recipientName, ...signatures];
    leaks.push(...hidden.filter((each) => each === '' || shown.includes(each)));
  }
  expect(leaks).toEqual([]);
  expect(errorsSeen.size).toBe(OUTCOMES.length - 1);
  for (const each of consoles) expect(each).not.toHaveBeenCalled();
});

it.each([301, 302, 307, 308])('a redirect (%d) to another host opens no connection to it', async (status) => {
  let connections = 0;
  const other = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const location = `http://localhost:${(other.address() as AddressInfo).port}/api/v1/intents`;
  const service = await startService(answer(status, '', { location }));
  const call = createClient(service.baseUrl).intents.create({} as CreateIntentBody);
  await expect(call).rejects.toMatchObject({ name: 'ConnectionError', retryable: false });
  expect([service.received.length, connections]).toEqual([1, 0]);
});
