import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REPOSITORY } from '../../src/config/config.ts';
import { intentBody } from '../support/intent-factory.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { environmentOf } from './procurement-intents.ts';

const PACKAGE = join(REPOSITORY, 'packages', 'cli');
const README = readFileSync(join(PACKAGE, 'README.md'), 'utf8');

let service: TestService;
let dir: string;
beforeAll(async () => {
  service = await startTestService({ isWorking: true, sandboxSpeed: 20 });
  dir = mkdtempSync(join(tmpdir(), 'readme-'));
  // Installed as npm does it: a link to the file that `bin` names.
  const { bin } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as {
    bin: Record<string, string>;
  };
  for (const [name, file] of Object.entries(bin)) symlinkSync(join(PACKAGE, file), join(dir, name));
  const order = JSON.parse(/^```json\n(.*?)^```$/ms.exec(README)?.[1] ?? '') as object;
  const { productUrl } = intentBody(service);
  writeFileSync(join(dir, 'order.json'), JSON.stringify({ ...order, productUrl }));
  const table = /^```csv\n(.*?)^```$/ms.exec(README)?.[1] ?? '';
  writeFileSync(join(dir, 'purchases.csv'), table.replaceAll(/https:[^,]*/g, productUrl));
});
afterAll(async () => {
  await service.stop();
  rmSync(dir, { recursive: true, force: true });
});

const commands = (kind: string) =>
  [...README.matchAll(new RegExp(`^\`\`\`sh ${kind}\\n(.*?)^\`\`\`$`, 'gms'))].flatMap(([, code = '']) =>
    code.trimEnd().split('\n'),
  );

function shell(command: string): Promise<{ exitCode: number; stderr: string }> {
  const path = [dir, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter);
  const env = { ...environmentOf(service), HOME: dir, PATH: path };
  return new Promise((resolve) => {
    execFile('bash', ['-o', 'pipefail', '-c', command], { cwd: dir, env }, (error, _, stderr) =>
      resolve({ exitCode: error ? Number(error.code) : 0, stderr }),
    );
  });
}

it.each(commands('run'))('the README is right that this works: %s', async (command) => {
  const { exitCode, stderr } = await shell(command);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.not.stringContaining('error') });
});

it.each(commands('fails'))('the README is right that this tells a fault: %s', async (command) => {
  expect((await shell(command)).exitCode).toBe(1);
});

it('runs as many commands as the README shows', () => {
  expect([commands('run').length, commands('fails').length]).toEqual([12, 1]);
});
