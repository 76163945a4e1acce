import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';

const SUPERVISOR = new URL('supervise-child.mjs', import.meta.url).href;

/** Prints each signal that it gets. Runs until `SIGTERM`, or for ever with `stubborn`. */
const CHILD = `
  const tell = (what) => process.stdout.write(what + '\\n');
  process.on('SIGINT', () => tell('SIGINT'));
  process.on('SIGTERM', () => { tell('SIGTERM'); if (!process.argv.includes('stubborn')) process.exit(7); });
  process.on('disconnect', () => { tell('disconnect'); process.exit(0); });
  tell('child ' + process.pid);
`;

/** The process tree of npm: npm, a shell, the supervisor and the child, each the parent of the next. */
function startTree(childArgs: string[] = []) {
  const script = `
    const { superviseChild, watchStarter } = await import(${JSON.stringify(SUPERVISOR)});
    console.log('shell ' + process.ppid);
    console.log('supervisor ' + process.pid);
    const args = ['-e', ${JSON.stringify(CHILD)}, '--', ...${JSON.stringify(childArgs)}];
    const code = await superviseChild(process.execPath, args, { isOrphaned: watchStarter(), killAfterMs: 300 });
    console.log('exit ' + code);
    process.exit(code);
  `;
  // The command "exit" keeps the shell from replacing itself by its last command.
  const shell = '"$0" --input-type=module -e "$1"; exit $?';
  const npm = spawn('sh', ['-c', 'sh -c "$2" "$0" "$1"; exit $?', process.execPath, script, shell], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines: string[] = [];
  const reader = createInterface({ input: npm.stdout }).on('line', (line) => lines.push(line));
  const ended = once(reader, 'close');
  const seen = async (start: string) => {
    while (!lines.some((line) => line.startsWith(start))) await once(reader, 'line');
    return Number(lines.find((line) => line.startsWith(start))?.split(' ')[1]);
  };
  onTestFinished(async () => {
    for (const name of ['shell', 'supervisor', 'child']) kill(await seen(name));
    kill(npm.pid!);
  });
  const told = () => lines.filter((line) => /^(SIG|exit)/.test(line));
  return { npm, told, seen, ended };
}

function kill(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Already ended.
  }
}

test.each(['SIGTERM', 'SIGKILL'] as const)(
  '%s to the shell that npm started us in ends the child',
  async (signal) => {
    const tree = startTree();
    await tree.seen('child');
    process.kill(await tree.seen('shell'), signal);
    await tree.ended;
    expect(tree.told()).toEqual(['SIGTERM', 'exit 7']);
  },
);

test.runIf(existsSync('/proc'))('the end of npm alone, which leaves its shell, ends the child', async () => {
  const tree = startTree();
  await tree.seen('child');
  tree.npm.kill('SIGKILL');
  await tree.ended;
  expect(tree.told()).toEqual(['SIGTERM', 'exit 7']);
});

test('a child that ignores the end of its parent is killed', async () => {
  const tree = startTree(['stubborn']);
  await tree.seen('child');
  process.kill(await tree.seen('shell'), 'SIGKILL');
  await tree.ended;
  expect(tree.told()).toEqual(['SIGTERM', 'exit 137']);
});

test('a Ctrl-C for the whole group reaches the child once, although npm sends it again', async () => {
  const tree = startTree();
  const supervisor = await tree.seen('supervisor');
  await tree.seen('child');
  process.kill(-tree.npm.pid!, 'SIGINT');
  await tree.seen('SIGINT');
  process.kill(supervisor, 'SIGINT');
  // Nothing is handed on for a second. Had the second Ctrl-C been, it would have come before this.
  while (!tree.told().includes('SIGTERM')) {
    kill(supervisor, 'SIGTERM');
    await delay(50);
  }
  await tree.ended;
  expect(tree.told()).toEqual(['SIGINT', 'SIGTERM', 'exit 7']);
});

test('the exit code is that of the child', async () => {
  const tree = startTree();
  const supervisor = await tree.seen('supervisor');
  await tree.seen('child');
  process.kill(supervisor, 'SIGTERM');
  expect(await once(tree.npm, 'exit')).toEqual([7, null]);
  expect(tree.told()).toEqual(['SIGTERM', 'exit 7']);
});

test('the child notices that the supervisor was killed', async () => {
  const tree = startTree();
  const supervisor = await tree.seen('supervisor');
  await tree.seen('child');
  process.kill(supervisor, 'SIGKILL');
  await expect(tree.seen('disconnect')).resolves.toBeDefined();
});
