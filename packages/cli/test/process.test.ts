import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { listen } from './listen.ts';
import { run, SECRET, start } from './run.ts';

// Runs the built binary against responses that the real service rarely or never gives.

it('prints help on stdout when asked, and on stderr after wrong usage', async () => {
  const help = await run(['intents', 'create', '--help']);
  expect(help).toMatchObject({ exitCode: 0, stderr: '' });
  expect(help.stdout).toContain('--idempotency-key');
  expect(help.stdout).toContain('with --wait: how long (default: 300)');
  expect((await run(['intents', 'export', '--help'])).stdout.match(/UTC without\s+an offset/g)).toHaveLength(
    2,
  );
  expect(await run(['--version'])).toEqual({ exitCode: 0, stdout: '0.0.0\n', stderr: '' });

  const wrong: string[][] = [
    [],
    ['intents'],
    ['intents', 'buy'],
    ['intents', 'wait', 'x', '--until', 'DONE'],
    ['sign', 'GET'],
  ];
  for (const args of wrong) {
    const { exitCode, stdout, stderr } = await run(args);
    expect({ args, exitCode, stdout }).toEqual({ args, exitCode: 2, stdout: '' });
    expect(stderr).not.toBe('');
  }
});

it('prints no secret that was passed as an option', async () => {
  for (const option of [`--app-secret=${SECRET}`, `--secret=${SECRET}\nrest`]) {
    const { exitCode, stderr } = await run(['intents', 'list', option], { PROCUREMENT_APP_SECRET: '' });
    expect(exitCode).toBe(2);
    expect(stderr).not.toContain(SECRET);
  }
});

it('reports what is missing, as JSON for programs', async () => {
  const { exitCode, stdout, stderr } = await run(['intents', 'list', '--json']);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(JSON.parse(stderr).error).toMatchObject({
    name: 'UsageError',
    message: expect.stringContaining('PROCUREMENT_BASE_URL'),
  });
});

it('prints the key of a purchase before sending it, so that the call can be repeated', async () => {
  const keys: unknown[] = [];
  const baseUrl = await listen((request, response) => {
    keys.push(request.headers['idempotency-key']);
    response.writeHead(400, { 'content-type': 'text/html' }).end('<html>');
  });
  const { exitCode, stderr } = await run(['intents', 'create', '--title', 'x', '--base-url', baseUrl]);
  expect(exitCode).toBe(1);
  expect(keys).toHaveLength(1);
  expect(stderr.split('\n')[0]).toContain(`Idempotency-Key: ${String(keys[0])}`);
});

it('exits with 3 when there is no response in time', async () => {
  const baseUrl = await listen((_, response) => response.writeHead(503, { 'retry-after': '3600' }).end());
  const { exitCode, stderr } = await run(['intents', 'list', '--base-url', baseUrl]);
  expect(exitCode).toBe(3);
  expect(stderr).toContain('HTTP 503');
  const waited = await run(['intents', 'wait', 'int_1', '--timeout', '0.3', '--base-url', baseUrl]);
  expect(waited).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('was never read') });
});

it('ends quietly when its reader closes the pipe', async () => {
  const createdAt = '2026-11-21T08:30:00.000Z';
  const items = Array.from({ length: 100 }, (_, n) => ({
    id: `int_${n}`,
    createdAt,
    title: 'x'.repeat(200),
  }));
  const baseUrl = await listen((_, response) => {
    response.setHeader('content-type', 'application/x-ndjson');
    response.end(items.map((item) => `${JSON.stringify(item)}\n`).join(''));
  });
  const child = start(['intents', 'export', '--base-url', baseUrl]);
  const stderr = text(child.stderr);
  const closed = once(child, 'close');
  child.stdout.once('data', () => (child.stdout as unknown as { destroy(): void }).destroy());
  expect(await closed).toEqual([0, null]);
  expect(await stderr).toBe('');
});

it('never prints a signature or the secret, whatever the service returns', async () => {
  const seen: string[] = [];
  const baseUrl = await listen((request, response) => {
    seen.push(String(request.headers['x-signature']));
    response.writeHead(400).end(JSON.stringify({ code: 40001, message: 'no', data: { errors: [] } }));
  });
  const { stdout, stderr } = await run(['intents', 'list', '--json', '--base-url', baseUrl]);
  expect(seen).toHaveLength(1);
  for (const hidden of [...seen, SECRET]) expect(stdout + stderr).not.toContain(hidden);
});

it('completes for the shell of the environment, and asks which one where it cannot', async () => {
  const named = await run(['completion', 'fish']);
  expect((await run(['completion'], { SHELL: '/usr/bin/fish' })).stdout).toBe(named.stdout);
  const unknown = await run(['completion'], { SHELL: '/bin/constructor' });
  expect([unknown.exitCode, unknown.stdout]).toEqual([2, '']);
  expect(unknown.stderr).toContain('Name one of bash, zsh, fish');
});
