import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { ROUTES } from '@procurement-intents/contract';
import { expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { api, demo, useApiProcess } from '../support/use-api-process.ts';
import { runLength } from './run-length.ts';

const REQUESTS = runLength(6000, 20_000);
const CALLERS = 32;
// Each of these waits for the database at first, as all Apps of a process do that has just started.
const WAITING = 400;
// What requests leave behind for good: a line of the log, a metric. A request that is kept alive takes 6 kB.
const ALLOWED_BYTES = 100_000;

let inspectorPort: number;

useApiProcess(async () => {
  inspectorPort = await freePort();
  return {
    settings: { TRUSTED_PROXIES: 'loopback' },
    nodeArgs: ['--trace-gc', '--trace-gc-nvp', `--inspect=127.0.0.1:${inspectorPort}`],
  };
});

/** From one of 200 addresses, so that none of them is refused so often that it has to wait. */
function refusal(agent: Agent, index: number, appId: string): Promise<number | undefined> {
  const path = ROUTES.getIntent.path.replace(':id', `int_${'0'.repeat(32)}`);
  const headers = {
    'X-App-Id': appId,
    'X-Timestamp': String(Date.now()),
    'X-Signature': '0'.repeat(64),
    'X-Forwarded-For': `10.0.0.${index % 200}`,
  };
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port: api.port, path, headers, agent }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode));
    }).on('error', reject);
  });
}

/** Asks `count` times, by so many callers at once, each over a connection of its own. */
async function ask(count: number, callers: number, appIdOf: (index: number) => string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  let begun = 0;
  const call = async (): Promise<void> => {
    while (begun < count) {
      const index = begun++;
      const status = await refusal(agent, index, appIdOf(index));
      expect([401, 429]).toContain(status);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  agent.destroy();
}

/** Lets the process collect all its garbage. Whatever it has kept until then is in old memory afterwards. */
async function collectGarbage(): Promise<void> {
  const targets = await fetch(`http://127.0.0.1:${inspectorPort}/json/list`);
  const [target] = (await targets.json()) as { webSocketDebuggerUrl: string }[];
  const inspector = new WebSocket(target?.webSocketDebuggerUrl ?? '');
  await once(inspector, 'open');
  inspector.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
  await once(inspector, 'message');
  inspector.close();
}

/** Bytes that each scavenge since `mark` has moved into old memory. */
const promotedSince = (mark: number): number[] =>
  [
    ...api
      .printed()
      .slice(mark)
      .matchAll(/ gc=s .* promoted=(\d+) /g),
  ].map(([, bytes]) => Number(bytes));

it(`moves no request into old memory while it refuses ${REQUESTS}`, async () => {
  await ask(WAITING, WAITING, (index) => `app_unknown_${index}`);
  await ask(5000, CALLERS, () => demo.appId);
  await collectGarbage();
  const mark = api.printed().length;
  await ask(REQUESTS, CALLERS, () => demo.appId);
  const promoted = promotedSince(mark);
  expect(promoted.length).toBeGreaterThan(10);
  const mean = promoted.reduce((sum, bytes) => sum + bytes, 0) / promoted.length;
  expect(mean).toBeLessThan(ALLOWED_BYTES);
}, 60_000);
