import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { verifyWebhook } from '@procurement-intents/sdk/webhooks';
import { expect, it, vi } from 'vitest';
import { hostService } from './host-service.ts';
import { listen } from './listen.ts';
import { run, SECRET, start, temporaryFolder } from './run.ts';
import { startReceiver } from './start-receiver.ts';

/** The service in memory, an App whose events are listened to, and a folder of settings. */
async function useService() {
  const appSecret = SECRET;
  const hosted = await hostService({
    apps: [
      { appId: 'app_test', appSecret },
      { appId: 'app_other', appSecret },
    ],
  });
  const { service } = hosted;
  const client = service.client();
  const home = temporaryFolder();
  return {
    service,
    env: { ...hosted.env, XDG_CONFIG_HOME: home },
    folder: join(home, 'procurement-intents', 'listen'),
    /** A draft is one event. */
    draft: () => client.intents.create(service.order({ draft: true })),
    feed: async () => (await client.events.list()).items,
  };
}

/** Starts the command and waits until it listens. */
async function startListening(args: string[], env: Record<string, string>) {
  const child = start(['listen', ...args], env);
  const lines: string[] = [];
  const notes: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  createInterface(child.stderr).on('line', (line) => notes.push(line));
  const closed = once(child, 'close');
  await vi.waitFor(() => expect(notes.join('\n')).toContain('Ctrl-C ends it'), 10_000);
  const secret = notes.find((line) => line.startsWith('secret: '))?.slice('secret: '.length) ?? '';
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return closed;
  };
  return { secret, lines, notes, closed, stop };
}

const until = (check: () => void) => vi.waitFor(check, 15_000);

it('posts each event of the feed as the service sends it, signed by the secret that it prints', async () => {
  const { env, draft, feed } = await useService();
  const receiver = await startReceiver();
  const args = ['--forward-to', receiver.url, '--from', '0'];
  const { secret, lines, stop } = await startListening(args, env);
  await draft();
  await draft();
  await until(() => expect(lines).toHaveLength(2));
  const events = await feed();
  expect(receiver.received.map(({ body }) => body)).toEqual(events.map((event) => JSON.stringify(event)));
  for (const [index, { headers, body }] of receiver.received.entries()) {
    expect(await verifyWebhook({ headers, body, secrets: secret })).toEqual(events[index]);
    expect(headers).toMatchObject({
      'webhook-id': events[index]?.id,
      'content-type': 'application/json',
      'user-agent': 'procurement-intents-webhooks/1',
    });
  }
  const [first] = events;
  expect(lines[0]).toMatch(new RegExp(`^1\tintent\\.drafted\t${first?.data.intentId}\t204\t\\d+ ms$`));
  expect(await stop('SIGTERM')).toEqual([0, null]);
});

it('keeps the secret of an App and the cursor of an address for their owner alone', async () => {
  const { env, folder } = await useService();
  const { url, origin } = await startReceiver();
  const first = await startListening(['--forward-to', url], env);
  const again = await startListening(['--forward-to', `${origin}/other`], env);
  expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(again.secret).toBe(first.secret);
  const files = readdirSync(folder);
  // The secret, and a cursor and a lock for each address.
  expect(files).toHaveLength(5);
  for (const file of files) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  const withSecret = files.filter((file) => readFileSync(join(folder, file), 'utf8').includes(first.secret));
  expect(withSecret).toHaveLength(1);
  const other = await startListening(['--forward-to', url, '--app-id', 'app_other'], env);
  expect(other.secret).not.toBe(first.secret);
});

it('goes on after it was killed, and misses nothing that happened meanwhile', async () => {
  const { env, draft } = await useService();
  let isHanging = true;
  const receiver = await startReceiver(({ sequence }, response) => {
    if (sequence !== 3 || !isHanging) response.writeHead(204).end();
  });
  const args = ['--forward-to', receiver.url, '--from', '0'];
  const first = await startListening(args, env);
  for (let count = 0; count < 4; count += 1) await draft();
  await until(() => expect(receiver.sequences()).toEqual([1, 2, 3]));
  expect(await first.stop('SIGKILL')).toEqual([null, 'SIGKILL']);
  await draft();
  isHanging = false;
  await startListening(['--forward-to', receiver.url], env);
  // The one that was under way comes again.
  await until(() => expect(receiver.sequences()).toEqual([1, 2, 3, 3, 4, 5]));
});

it('begins now, and keeps that place before there is any event', async () => {
  const { env, draft } = await useService();
  const receiver = await startReceiver();
  await draft();
  const args = ['--forward-to', receiver.url];
  const first = await startListening(args, env);
  await first.stop('SIGKILL');
  await draft();
  await startListening(args, env);
  await until(() => expect(receiver.sequences()).toEqual([2]));
});

it('misses nothing when the connection to the service is lost', async () => {
  const { env, draft, service } = await useService();
  const receiver = await startReceiver();
  const { notes } = await startListening(['--forward-to', receiver.url], env);
  // The call that waits already is answered; the next two are not.
  service.fail('listEvents', { drop: 'answer' }, { times: 2 });
  await draft();
  await until(() => expect(receiver.sequences()).toEqual([1]));
  await draft();
  await until(() => expect(receiver.sequences()).toEqual([1, 2]));
  await until(() =>
    expect(notes.filter((line) => line.startsWith('The service '))).toEqual([
      'The service gives no events (ConnectionError): trying again.',
      'The service answers again.',
    ]),
  );
});

it('forwards only the types that are asked for', async () => {
  const { env, draft, service } = await useService();
  const receiver = await startReceiver();
  await startListening(['--forward-to', receiver.url, '--types', 'intent.deleted'], env);
  const { id } = await draft();
  await service.client().intents.delete(id);
  await until(() => expect(receiver.sequences()).toEqual([2]));
});

it('goes on after three tries and says so; with --strict it stops, and begins there again', async () => {
  const { env, draft } = await useService();
  let isBroken = true;
  const receiver = await startReceiver(({ sequence }, response) => {
    response.writeHead(sequence === 2 && isBroken ? 500 : 204).end('no\u001b[2J such order');
  });
  for (let count = 0; count < 3; count += 1) await draft();
  const of = (path: string) => ['--forward-to', receiver.origin + path, '--from', '0'];
  const lenient = await startListening(of('/lenient'), env);
  const strict = await startListening([...of('/strict'), '--strict', '--json'], env);
  await until(() => expect(lenient.lines).toHaveLength(3));
  expect(await strict.closed).toEqual([1, null]);

  const notes = lenient.notes.join('\n');
  expect(notes).toContain('not taken after 3 tries: event 2, evt_');
  expect(notes).toContain('HTTP 500: no [2J such order. Going on.');
  expect(receiver.sequences().toSorted()).toEqual([1, 1, 2, 2, 2, 2, 2, 2, 3]);
  const ids = receiver.received.filter(({ sequence }) => sequence === 2);
  expect(new Set(ids.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(strict.lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { sequence: 1, isTaken: true, tries: 1, status: 204 },
    { sequence: 2, isTaken: false, tries: 3, status: 500 },
  ]);

  isBroken = false;
  const again = await startListening(['--forward-to', `${receiver.origin}/strict`, '--json'], env);
  await until(() => expect(again.lines).toHaveLength(2));
  expect(again.lines.map((line) => (JSON.parse(line) as { sequence: number }).sequence)).toEqual([2, 3]);
});

it.each([
  [['--forward-to', 'http://192.0.2.7:4000/hooks'], 'Forward to localhost, or add --allow-remote.'],
  [['--forward-to', 'http://localhost.example/hooks'], 'Forward to localhost, or add --allow-remote.'],
  [['--forward-to', 'http://hooks.localhost/hooks'], 'Forward to localhost, or add --allow-remote.'],
  [['--forward-to', 'http://a:b@localhost/hooks'], 'Correct the value.'],
  [['--forward-to', 'ftp://localhost/hooks'], 'Correct the value.'],
  [['--forward-to', 'localhost:4000'], 'Correct the value.'],
  [['--forward-to', 'http://localhost/', '--from', 'latest'], 'Correct the value.'],
  [['--forward-to', 'http://localhost/', '--types', 'intent.bought'], 'Correct the value.'],
  [[], 'Add --help to see how it is used.'],
])('refuses %j before anything is sent', async (args, fix) => {
  let requests = 0;
  const baseUrl = await listen((_, response) => {
    requests += 1;
    response.end();
  });
  const { exitCode, stderr } = await run(['listen', ...args], { PROCUREMENT_BASE_URL: baseUrl });
  expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: 0 });
  expect(stderr).toContain(`what to do: ${fix}`);
});

it('forwards to another machine when that is allowed', async () => {
  const { env, draft } = await useService();
  await draft();
  // The name leads nowhere (RFC 6761), and three tries later it goes on.
  const args = ['--forward-to', 'http://receiver.invalid/hooks', '--allow-remote', '--from', '0', '--strict'];
  const { closed, notes } = await startListening(args, env);
  expect(await closed).toEqual([1, null]);
  expect(notes.join('\n')).toMatch(/event 1, evt_\w+: no answer: E\w+/);
});

it('says how to go on when the events after its cursor are gone', async () => {
  const baseUrl = await listen((_, response) => {
    response.writeHead(410, { 'content-type': 'application/json', 'x-error-name': 'EVENTS_EXPIRED' });
    response.end(JSON.stringify({ code: 41001, message: 'gone', data: { oldestCursor: '104217' } }));
  });
  const env = { PROCUREMENT_BASE_URL: baseUrl, XDG_CONFIG_HOME: temporaryFolder() };
  const { exitCode, stderr } = await run(
    ['listen', '--forward-to', 'http://localhost:9/', '--from', '7'],
    env,
  );
  expect(exitCode).toBe(1);
  expect(stderr).toContain('then go on with --from 104217.');
});
