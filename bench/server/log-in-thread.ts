import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { LogInPlan } from './keep-logging-in.ts';

const BURST_EVERY_MS = 1000;

const { port, person, count } = workerData as LogInPlan;
const ending = new AbortController();
let sent = 0;
let compared = 0;

async function logIn(index: number): Promise<void> {
  sent += 1;
  const name = index % 2 === 0 ? person.username : `nobody-${sent}`;
  const answer = await fetch(`http://127.0.0.1:${port}/auth/login`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-For': `198.${18 + (sent % 2)}.${Math.floor(sent / 250) % 250}.${sent % 250}`,
    },
    body: JSON.stringify({ username: name, password: person.password }),
  });
  await answer.arrayBuffer();
  if (answer.status === 200 || answer.status === 401) compared += 1;
}

parentPort?.once('message', () => ending.abort());
while (!ending.signal.aborted) {
  const pause = delay(BURST_EVERY_MS, undefined, { signal: ending.signal }).catch(() => undefined);
  await Promise.all(Array.from({ length: count }, (_, index) => logIn(index).catch(() => undefined)));
  await pause;
}
parentPort?.postMessage(compared);
