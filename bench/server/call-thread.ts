import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { BurstPlan } from './keep-calling.ts';

const BURST_EVERY_MS = 1000;

const { port, person, count, calls } = workerData as BurstPlan;
const ending = new AbortController();
let sent = 0;
let asExpected = 0;

const BASE = `http://127.0.0.1:${port}`;
const fromOwnAddress = () => ({
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-For': `198.${18 + (sent % 2)}.${Math.floor(sent / 250) % 250}.${sent % 250}`,
});

function logIn(index: number): Promise<Response> {
  const username = index % 2 === 0 ? person.username : `nobody-${sent}`;
  return fetch(`${BASE}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...fromOwnAddress() },
    body: JSON.stringify({ username, password: person.password }),
  });
}

const readUnsigned = (): Promise<Response> =>
  fetch(`${BASE}/api/v1/intents/int_0`, { headers: fromOwnAddress() });

const CALLS = {
  'log-ins': { send: logIn, expected: [200, 401] },
  'unsigned reads': { send: readUnsigned, expected: [401] },
};
const { send, expected } = CALLS[calls];

async function call(index: number): Promise<void> {
  sent += 1;
  const answer = await send(index);
  await answer.arrayBuffer();
  if (expected.includes(answer.status)) asExpected += 1;
}

parentPort?.once('message', () => ending.abort());
while (!ending.signal.aborted) {
  const pause = delay(BURST_EVERY_MS, undefined, { signal: ending.signal }).catch(() => undefined);
  await Promise.all(Array.from({ length: count }, (_, index) => call(index).catch(() => undefined)));
  await pause;
}
parentPort?.postMessage(asExpected);
