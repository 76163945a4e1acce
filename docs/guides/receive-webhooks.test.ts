import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createProgramFolder,
  hasTools,
  type ProgramFolder,
} from '../../apps/server/test/support/program-folder.ts';
import {
  bodyOf,
  receiverTime,
  vectors,
  WEBHOOK_VECTORS_FILE,
} from '../../packages/contract/test/read-webhook-vectors.ts';
import { EVENT, headersOf, OTHER_SECRET, SECRET } from '../../packages/sdk/test/webhooks/sign.ts';

const GUIDE = readFileSync(join(import.meta.dirname, 'receive-webhooks.md'), 'utf8');

function blocks(language: string): string[] {
  const found = GUIDE.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'));
  return [...found].map(([, code = '']) => code);
}

const [handleEvent = '', express = '', route = '', server = '', ...more] = blocks('ts');
const [python = ''] = blocks('python');
const [bash = ''] = blocks('bash');
const env = { WEBHOOK_SECRETS: `${OTHER_SECRET} ${SECRET}` };

let folder: ProgramFolder;
beforeAll(() => {
  folder = createProgramFolder();
  folder.write('handle-event.ts', handleEvent);
});
afterAll(() => folder.remove());

/** A webhook as the service sends it now. */
function deliveryOf(event: object, ...secrets: string[]) {
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(Date.now() / 1000));
  return { body, headers: headersOf({ timestamp, body }, ...secrets) };
}

const intentId = EVENT.data.intentId;
const eventOf = (sequence: number, status: string) => ({
  ...EVENT,
  id: `evt_${sequence}`,
  sequence,
  data: { ...EVENT.data, status },
});
/** An event, its repeat, an older one, a newer one, and one of a later release. */
const EVENTS = [
  eventOf(42, 'COMPLETED'),
  eventOf(42, 'COMPLETED'),
  eventOf(41, 'PROCESSING'),
  eventOf(43, 'CANCELLED'),
  { ...EVENT, id: 'evt_44', type: 'batch.finished', data: {} },
];
const HANDLED = ['COMPLETED', 'CANCELLED'].map((status) => `intent.completed ${intentId} ${status}`);

it('the TypeScript compiles with the strict types of the SDK', async () => {
  expect(more).toEqual([]);
  const files = [express, route, server].map((code, at) => folder.write(`receiver-${at}.ts`, code));
  expect(await folder.typecheck(files, { lib: ['es2024', 'dom'] })).toBe('');
}, 60_000);

/** Runs a receiver on a free port while `use` sends to it. Returns the lines that it prints. */
async function withReceiver(code: string, use: (url: string) => Promise<void>): Promise<string[]> {
  expect(code).toContain('.listen(4000)');
  const onFreePort = '.listen(0, "127.0.0.1", function (this: any) { console.log(this.address().port) })';
  const file = folder.write('receiver.ts', code.replace('.listen(4000)', onFreePort));
  const child: ChildProcess = spawn(process.execPath, [file], {
    cwd: folder.dir,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  try {
    const output = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    const [port] = (await once(output, 'line')) as [string];
    output.on('line', (line) => lines.push(line));
    await use(`http://127.0.0.1:${port}/hooks`);
  } finally {
    child.kill();
    await once(child, 'close');
  }
  return lines;
}

it.each([
  ['Express', express],
  ['node:http', server],
])('the receiver with %s handles each event once, and nothing older', async (_, code) => {
  const lines = await withReceiver(code, async (url) => {
    const send = async (delivery: { headers: Record<string, string>; body: string }) =>
      (await fetch(url, { method: 'POST', ...delivery })).status;
    for (const event of EVENTS) expect(await send(deliveryOf(event, SECRET))).toBe(204);
    expect(await send({ ...deliveryOf(EVENT, SECRET), body: '{}' })).toBe(400);
    expect(await send(deliveryOf({ text: 'x'.repeat(65 * 1024) }, SECRET))).toBe(413);
  });
  expect(lines).toEqual(HANDLED);
});

it('the route with Request and Response does so, too', async () => {
  folder.write('route.ts', route);
  const deliveries = [
    ...EVENTS.map((event) => deliveryOf(event, SECRET)),
    { ...deliveryOf(EVENT, SECRET), body: '{}' },
  ];
  const program = folder.write(
    'call-route.ts',
    `import { POST } from './route.ts';
for (const { headers, body } of ${JSON.stringify(deliveries)}) {
  const request = new Request('http://receiver.example/hooks', { method: 'POST', headers, body });
  console.log((await POST(request)).status);
}`,
  );
  const { stdout, stderr } = await folder.run(process.execPath, [program], { env });
  expect(stderr).toBe('');
  const lines = stdout.trim().split('\n');
  expect(lines.filter((line) => line.startsWith('intent.'))).toEqual(HANDLED);
  expect(lines.filter((line) => !line.startsWith('intent.'))).toEqual([...EVENTS.map(() => '204'), '400']);
});

it('the service in memory sends a receiver its webhooks', async () => {
  const [program = '', ...others] = blocks('js');
  expect(others).toEqual([]);
  const { stdout, stderr } = await folder.run(process.execPath, [folder.write('own-test.mjs', program)]);
  expect({ stdout, stderr }).toEqual({ stdout: 'true\n', stderr: '' });
});

describe('the verifiers judge every vector as published:', () => {
  const published = vectors.map(({ name, expect: verdict }) => `${name}: ${verdict}`);

  it('over ninety, as the guide says', () => expect(vectors.length).toBeGreaterThan(90));

  it.skipIf(!hasTools('the verifier in Python', 'python3', 'openssl'))(
    'Python',
    { timeout: 60_000 },
    async () => {
      folder.write('verify.py', python);
      const program = `
import base64, json
from verify import Refused, verify
table = json.load(open(${JSON.stringify(WEBHOOK_VECTORS_FILE)}, encoding="utf-8"))
for each in table["vectors"]:
    body = base64.b64decode(each["bodyBase64"]) if "bodyBase64" in each else each["body"].encode()
    try:
        event = verify(each["headers"], body, each["secrets"], table["receiverTime"], table["toleranceSeconds"])
        verdict = "accept" if event == json.loads(body) else "another event"
    except Refused as reason:
        verdict = str(reason)
    print(each["name"], verdict, sep=": ")`;
      const { exitCode, stdout, stderr } = await folder.run('python3', ['-B', '-c', program]);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout.trimEnd().split('\n')).toEqual(published);
    },
  );

  it.skipIf(!hasTools('the verifier in bash', 'bash', 'openssl'))('bash', { timeout: 60_000 }, async () => {
    const tasks = vectors.flatMap((vector, at) => {
      folder.write(`body-${at}`, bodyOf(vector));
      const headers = new Headers(vector.headers);
      const values = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
        (name) => headers.get(name) ?? '',
      );
      return [vector.name, ...values, `body-${at}`, vector.secrets.join(' ')];
    });
    folder.write('tasks', tasks.map((field) => `${field}\0`).join(''));
    folder.write('verify.sh', bash);
    const program = `
source ./verify.sh
now() { echo ${receiverTime}; }
take() { IFS= read -r -d '' "$1"; }
while take name && take id && take timestamp && take signatures && take body && take keys; do
  echo "$name: $(verify "$id" "$timestamp" "$signatures" "$body" $keys && echo accept)"
done <tasks`;
    const { exitCode, stdout, stderr } = await folder.run('bash', ['-c', program]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    // It parses nothing.
    const withoutJson = published.map((line) => line.replace(/BODY_NOT_JSON$/, 'accept'));
    expect(stdout.trimEnd().split('\n')).toEqual(withoutJson);
  });
});
