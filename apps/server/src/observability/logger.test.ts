import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';

const url = pathToFileURL(join(import.meta.dirname, 'logger.ts')).href;

/** Runs the program in a process of its own. */
function run(program: string) {
  const script = `const { createLogger } = await import(${JSON.stringify(url)}); ${program}`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  return { stdout, lines: stderr.split('\n').filter(Boolean) };
}

it('writes JSON lines with a UTC time to stderr, and nothing to stdout', () => {
  const { stdout, lines } = run(
    `const log = createLogger('info'); log.info({ requestId: 'r1' }, 'one\\ntwo'); log.debug('hidden');`,
  );
  expect(stdout).toBe('');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    requestId: 'r1',
    msg: 'one\ntwo',
  });
});

it('loses no line when the process exits at once', () => {
  const { lines } = run(
    `const log = createLogger('info'); for (let i = 0; i < 1000; i += 1) log.info({ i }, 'line'); process.exit(0);`,
  );
  expect(lines.map((line) => (JSON.parse(line) as { i: number }).i)).toEqual([...Array(1000).keys()]);
});

it('logs nothing at any level when silent', () => {
  expect(createLogger('silent').isLevelEnabled('fatal')).toBe(false);
  expect(createLogger('warn').isLevelEnabled('info')).toBe(false);
});

it.skipIf(process.platform !== 'linux')('serves on, and ends, while its lines cannot be written', () => {
  const script = `const { createLogger } = await import(${JSON.stringify(url)});
    const log = createLogger('info');
    const logging = setInterval(() => { for (let n = 0; n < 200; n += 1) log.info({ n }, 'a line'); }, 10);
    setTimeout(() => { console.log('serves'); clearInterval(logging); process.exit(0); }, 500);`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', openSync('/dev/full', 'w')],
    timeout: 10_000,
    killSignal: 'SIGKILL',
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'serves\n' });
});
