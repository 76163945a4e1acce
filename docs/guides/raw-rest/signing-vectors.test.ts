import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, openSync, closeSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SIGNING_TASKS, type SigningTask } from '../../../packages/contract/test/read-signing-vectors.ts';

/** Signs with the function of the script. Reads five fields for each task, each ended by NUL; prints one line. */
const BASH = `
source ./purchase.sh
take() { IFS= read -r -d '' "$1"; }
while take PROCUREMENT_APP_SECRET && take method && take path && take timestamp && take body; do
  sign "$method" "$path" "$timestamp" "$body"
done`;

const PYTHON = `
import sys
from purchase import sign
fields = sys.stdin.buffer.read().split(b"\\0")
tasks = [fields[at:at + 5] for at in range(0, len(fields) - 1, 5)]
for secret, method, path, timestamp, body in tasks:
    print(sign(secret.decode(), method.decode(), path.decode(), timestamp.decode(), body))`;

const PROGRAMS = [
  { file: 'purchase.sh', command: ['bash', '-c', BASH], tools: ['bash', 'openssl'] },
  { file: 'purchase.py', command: ['python3', '-B', '-c', PYTHON], tools: ['python3'] },
];

/** A variable in Bash cannot contain NUL. */
const tasks = SIGNING_TASKS.filter(({ body }) => !body.includes(0));

let folder: string;
let input: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vectors-'));
  input = join(folder, 'tasks');
  writeFileSync(input, Buffer.concat(tasks.flatMap(fieldsOf)));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fieldsOf({ appSecret, method, path, timestamp, body }: SigningTask): Buffer[] {
  return [appSecret, method, path, timestamp, body].flatMap((field) => [Buffer.from(field), Buffer.of(0)]);
}

const isMissing = (tool: string): boolean => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0;

async function runWithTasks([file = '', ...args]: readonly string[]) {
  const tasksFile = openSync(input, 'r');
  const child: ChildProcess = spawn(file, args, {
    cwd: import.meta.dirname,
    env: { PATH: process.env['PATH'] },
    stdio: [tasksFile, 'pipe', 'pipe'],
    timeout: 50_000,
  });
  closeSync(tasksFile);
  const [stdout, stderr, exitCode] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve);
    }),
  ]);
  return { stdout, stderr, exitCode };
}

async function textOf(stream: ChildProcess['stdout']): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream ?? []) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

it('skips the only body with a NUL', () => {
  expect(SIGNING_TASKS.length - tasks.length).toBe(1);
});

for (const { file, command, tools } of PROGRAMS) {
  const missing = tools.filter(isMissing);
  if (missing.length > 0)
    process.stderr.write(`SKIPPED: ${file} does not sign, ${missing.join(' and ')} not found\n`);

  describe.skipIf(missing.length > 0)(`the function of ${file}`, () => {
    it('signs every vector as published', { timeout: 60_000 }, async () => {
      const { stdout, stderr, exitCode } = await runWithTasks(command);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      const made = stdout.trimEnd().split('\n');
      expect(tasks.map(({ name }, at) => `${name}: ${made[at]}`)).toEqual(
        tasks.map(({ name, signature }) => `${name}: ${signature}`),
      );
      expect(made).toHaveLength(tasks.length);
    });
  });
}
