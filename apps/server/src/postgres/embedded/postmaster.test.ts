import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { endPostmaster } from './postmaster.ts';

/** A process that ignores some signals, as a server does that hangs. */
async function startStubborn(ignored: NodeJS.Signals[]) {
  const script = `${ignored.map((signal) => `process.on('${signal}', () => {});`).join('')} console.log('up'); setInterval(() => {}, 1000)`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const sent: NodeJS.Signals[] = [];
  return {
    exit,
    sent,
    kill: (signal: NodeJS.Signals) => void (sent.push(signal), child.kill(signal)),
    hasEndedWithin: (timeoutMs: number) => Promise.race([exit.then(() => true), delay(timeoutMs, false)]),
  };
}

test.each([
  { ignored: [] as NodeJS.Signals[], sent: ['SIGINT'], end: 'SIGINT' },
  { ignored: ['SIGINT'] as NodeJS.Signals[], sent: ['SIGINT', 'SIGQUIT'], end: 'SIGQUIT' },
  {
    ignored: ['SIGINT', 'SIGQUIT'] as NodeJS.Signals[],
    sent: ['SIGINT', 'SIGQUIT', 'SIGKILL'],
    end: 'SIGKILL',
  },
])('a server that ignores $ignored is ended by $end', async ({ ignored, sent, end }) => {
  const postmaster = await startStubborn(ignored);
  await endPostmaster(postmaster, { fastMs: 200, immediateMs: 200 });
  expect((await postmaster.exit)[1]).toBe(end);
  expect(postmaster.sent).toEqual(sent);
});
