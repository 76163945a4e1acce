import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { holdListener } from './listen-hold.ts';
import { holdFile } from './listen-state.ts';

const LISTENER = {
  baseUrl: 'http://localhost:3000',
  appId: 'app_1',
  forwardTo: 'http://localhost:4000/hooks',
};
const ANOTHER_MACHINE = 'another.example.com';
// It is alive as long as these tests are.
const ALIVE = process.ppid;

function useFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'listen-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = { XDG_CONFIG_HOME: folder };
  const file = holdFile(env, LISTENER);
  return {
    env,
    file,
    hold: async (listener = LISTENER, beatMs?: number) => {
      const held = await holdListener(env, listener, beatMs);
      onTestFinished(() => held.release());
      return held;
    },
    /** As another process would have left it. */
    writeHolder: (pid: number, host = hostname()) =>
      writeFileSync(file, JSON.stringify({ token: 'another', pid, host }), { mode: 0o600 }),
    files: () => readdirSync(join(folder, 'procurement-intents', 'listen')),
  };
}

/** The id of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ['--version']).pid;

it('keeps another process off, and no other address or App', async () => {
  const { hold, writeHolder, files } = useFolder();
  const { release } = await hold();
  await hold({ ...LISTENER, forwardTo: 'http://localhost:4001/hooks' });
  await hold({ ...LISTENER, appId: 'app_2' });
  writeHolder(ALIVE);
  await expect(hold()).rejects.toThrow(`process ${ALIVE} forwards the events of app_1`);
  await release();
  // It was not its own any more.
  expect(files()).toHaveLength(3);
});

it('leaves nothing behind', async () => {
  const { hold, files } = useFolder();
  await (await hold()).release();
  expect(files()).toEqual([]);
});

it('takes over from a process that has died, from one that is silent, and from a file that says nothing', async () => {
  const { hold, writeHolder, file } = useFolder();
  await (await hold()).release();
  writeHolder(deadPid());
  await (await hold()).release();
  writeHolder(ALIVE, ANOTHER_MACHINE);
  await expect(hold()).rejects.toThrow('already');
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(file, longAgo, longAgo);
  await (await hold()).release();
  writeFileSync(file, 'x', { mode: 0o600 });
  await hold();
  expect(readFileSync(file, 'utf8')).toContain(`"pid": ${process.pid}`);
});

it('is lost to a process that took it while this one stood still', async () => {
  const { hold, writeHolder, file } = useFolder();
  const { lost, release } = await hold(LISTENER, 5);
  writeHolder(ALIVE);
  if (!lost.aborted) await once(lost, 'abort');
  expect(String(lost.reason)).toContain(`process ${ALIVE} forwards`);
  await release();
  expect(readFileSync(file, 'utf8')).toContain('another');
});
