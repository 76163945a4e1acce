import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { intentBody } from '../support/intent-factory.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { type Receiver, startReceiver, verified } from '../webhooks/receiver.ts';
import { CLI_BINARY, environmentOf, runBinary } from './procurement-intents.ts';

let service: TestService;
let receiver: Receiver;
let home: string;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startTestService({ isWorking: true, webhookLoopbackOrigins: [receiver.origin] });
  home = mkdtempSync(join(tmpdir(), 'cli-'));
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
  rmSync(home, { recursive: true, force: true });
});

async function useApp() {
  const signer = await service.addApp({
    permissions: ['intents:read', 'intents:write', 'webhooks:read', 'webhooks:write'],
  });
  const env = { ...environmentOf(service, signer), XDG_CONFIG_HOME: home };
  return {
    env,
    run: (...args: string[]) => runBinary(args, { env }),
    json: async (...args: string[]) => {
      const { exitCode, stdout, stderr } = await runBinary([...args, '--json'], { env });
      expect({ args, exitCode, stderr }).toEqual({ args, exitCode: 0, stderr: '' });
      return JSON.parse(stdout);
    },
    draft: async () => {
      const body = { ...intentBody(service), draft: true };
      return (await service.call('POST', '/api/v1/intents', { signer, body })).body.data.id as string;
    },
  };
}

const until = (check: () => Promise<void> | void) => vi.waitFor(check, 15_000);

/** Starts a command that has no end, and returns how to stop it. */
function startEndless(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [CLI_BINARY, ...args], {
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  return {
    stdout: () => stdout,
    stderr: () => stderr,
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal);
      return once(child, 'close');
    },
  };
}

it('registers an endpoint, tests it, shows what it got, and sends it again', async () => {
  const { run, json, draft } = await useApp();
  const url = `${receiver.origin}/first`;
  const created = await json('webhooks', 'create', '--url', url, '--event-types', 'intent.drafted');
  expect(created).toMatchObject({ url, eventTypes: ['intent.drafted'], status: 'ENABLED' });
  expect(await json('webhooks', 'test', created.id)).toMatchObject({ status: 204 });
  const intentId = await draft();
  await until(() => expect(receiver.at('/first')).toHaveLength(2));
  for (const one of receiver.at('/first'))
    expect(await verified(one, created.secret, new Date())).toEqual(one.event);

  await until(async () => {
    const { stdout } = await run('webhooks', 'deliveries', created.id, '--state', 'SUCCEEDED');
    expect(stdout).toMatch(
      new RegExp(`^dlv_\\w+\tSUCCEEDED\tintent\\.drafted\t${intentId}\t1\t204\t[^\t]+\t\n$`),
    );
  });
  const { items } = await json('webhooks', 'deliveries', created.id, '--intent-id', intentId);
  const [{ id: deliveryId }] = items;
  await run('webhooks', 'retry', created.id, deliveryId);
  await until(() => expect(receiver.at('/first')).toHaveLength(3));
  expect(receiver.at('/first')[2]?.headers['webhook-id']).toBe(
    receiver.at('/first')[1]?.headers['webhook-id'],
  );
  await until(async () => {
    const { stdout } = await run('webhooks', 'deliveries', created.id, deliveryId);
    expect(stdout).toMatch(/^attempt 1\t\S+ SCHEDULE \d+ ms HTTP 204$/m);
    expect(stdout).toMatch(/^attempt 2\t\S+ RETRY \d+ ms HTTP 204$/m);
  });
});

it('changes, rotates, replays and deletes an endpoint', async () => {
  const { run, json, draft } = await useApp();
  const url = `${receiver.origin}/second`;
  const { id, secret } = await json('webhooks', 'create', '--url', url, '--status', 'DISABLED');
  const since = new Date().toISOString();
  await draft();
  // A replay sends what is published.
  await until(async () => expect((await run('events')).stdout).toContain('intent.drafted'));
  const refused = await run('webhooks', 'replay', id, '--since', since);
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
  expect(refused.stderr).toContain('what to do: It is disabled (CALLER); enable it');
  const changed = await json('webhooks', 'update', id, '--status', 'ENABLED', '--max-per-second', '50');
  expect(changed).toMatchObject({ status: 'ENABLED', maxPerSecond: 50, version: 2 });
  const replay = await json('webhooks', 'replay', id, '--since', since);
  expect(replay).toMatchObject({ scope: 'missed' });
  await until(() => expect(receiver.at('/second')).toHaveLength(1));
  await until(async () =>
    expect(await json('webhooks', 'replay', id, replay.id)).toMatchObject({ state: 'DONE', sent: 1 }),
  );

  const rotated = await json('webhooks', 'rotate-secret', id, '--grace-seconds', '0');
  expect(rotated.secret).not.toBe(secret);
  const stale = await run('webhooks', 'delete', id, '--yes', '--if-version', '2');
  expect(stale.stderr).toContain('Look at it with `webhooks list`, then repeat with --if-version 3.');
  expect((await run('webhooks', 'list')).stdout).toBe(`${id}\tENABLED\t\t${url}\t*\n`);
  expect(await json('webhooks', 'delete', id, '--yes')).toEqual({ id, isDeleted: true });
  expect(await run('webhooks', 'list')).toMatchObject({ stdout: '', stderr: 'There is no endpoint.\n' });
});

it('exits with 1 when the receiver does not take the sample', async () => {
  const { run, json } = await useApp();
  const { id } = await json('webhooks', 'create', '--url', `${receiver.origin}/broken`);
  receiver.respond((_, response) => response.writeHead(503).end('later'));
  const tested = await run('webhooks', 'test', id, '--type', 'intent.failed');
  receiver.respond((_, response) => response.writeHead(204).end());
  expect(tested).toMatchObject({ exitCode: 1, stderr: '' });
  expect(tested.stdout).toMatch(/^durationMs\t\d+\nstatus\t503\nerror\tSTATUS\nresponse\tlater\n$/);
  expect(receiver.at('/broken')[0]?.event.type).toBe('intent.failed');
});

it('shows the feed, page by page and without end', async () => {
  const { env, run, json, draft } = await useApp();
  const first = await draft();
  const second = await draft();
  await until(async () => expect((await json('events')).items).toHaveLength(2));
  const page = await run('events', '--limit', '1');
  expect(page.stdout).toMatch(new RegExp(`^1\tintent\\.drafted\t${first}\t[^\t]+Z\tDRAFT\t\n$`));
  expect(page.stderr).toBe('1 shown; go on with --from 1\n');
  expect((await run('events', '--from', '1')).stdout).toContain(second);
  expect(await run('events', '--types', 'intent.failed')).toMatchObject({
    stdout: '',
    stderr: 'There is no such event.\n',
  });
  const { stdout, stop } = startEndless(['events', '--follow', '--from', '1', '--json'], env);
  await until(() => expect(stdout()).toContain(second));
  const third = await draft();
  await until(() => expect(stdout()).toContain(third));
  expect(await stop()).toEqual([0, null]);
  const lines = stdout().trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { sequence: number }).sequence)).toEqual([2, 3]);
});

it('forwards by `listen` the bytes that an endpoint gets', async () => {
  const { env, json, draft } = await useApp();
  await json('webhooks', 'create', '--url', `${receiver.origin}/endpoint`);
  const { stderr, stop } = startEndless(['listen', '--forward-to', `${receiver.origin}/listened`], env);
  await until(() => expect(stderr()).toContain('Ctrl-C ends it'));
  await draft();
  await until(() => expect(receiver.at('/listened')).toHaveLength(1));
  await until(() => expect(receiver.at('/endpoint')).toHaveLength(1));
  await stop();
  const [posted] = receiver.at('/endpoint');
  const [listened] = receiver.at('/listened');
  expect(listened?.body).toBe(posted?.body);
  for (const name of ['webhook-id', 'content-type', 'user-agent'])
    expect(listened?.headers[name]).toBe(posted?.headers[name]);
  const secret = /^secret: (\S+)$/m.exec(stderr())?.[1] ?? '';
  for (const one of receiver.at('/listened'))
    expect(await verified(one, secret, new Date())).toEqual(one.event);
});

it('is refused to `listen` for an address that another one forwards to, until that has ended, however it has', async () => {
  const { env, run, draft } = await useApp();
  const args = ['listen', '--forward-to', `${receiver.origin}/once`];
  const first = startEndless(args, env);
  await until(() => expect(first.stderr()).toContain('Ctrl-C ends it'));
  const second = await run(...args, '--types', 'intent.failed', '--from', '0');
  expect(second).toMatchObject({ exitCode: 2, stdout: '' });
  expect(second.stderr).toContain('already');
  await draft();
  await until(() => expect(receiver.at('/once')).toHaveLength(1));
  let running = first;
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    await running.stop(signal);
    running = startEndless(args, env);
    await until(() => expect(running.stderr()).toContain('Ctrl-C ends it'));
  }
});
