import { expect, it } from 'vitest';
import { Shutdown } from './shutdown.ts';

/** A shutdown without delay, and a record of its steps. */
function prepare() {
  const shutdown = new Shutdown();
  shutdown.times = { delayMs: 0, drainMs: 7 };
  const done: string[] = [];
  const record = (text: string) => async () => void done.push(text);
  return { shutdown, done, record };
}
const never = (error: unknown): void => {
  throw error;
};

it('drains everything before it closes resources, last first', async () => {
  const { shutdown, done, record } = prepare();
  shutdown.onClose(record('database'));
  shutdown.onClose(record('server'));
  shutdown.onDrain(async (ms) => void done.push(`jobs within ${ms} ms`));
  shutdown.onDrain(async () => {
    await Promise.resolve();
    done.push('requests');
  });
  expect(shutdown.isStopping).toBe(false);
  const running = shutdown.run(never);
  expect(shutdown.isStopping).toBe(true);
  await running;
  expect(done).toEqual(['jobs within 7 ms', 'requests', 'server', 'database']);
});

it('does not repeat a step that ran early', async () => {
  const { shutdown, done } = prepare();
  const stop = shutdown.onDrain(async (ms) => void done.push(`worker within ${ms} ms`));
  await stop(3);
  await stop(3);
  await shutdown.run(never);
  expect(done).toEqual(['worker within 3 ms']);
});

it('reports steps that fail, and runs the others', async () => {
  const { shutdown, done, record } = prepare();
  const fail = (what: string) => () => Promise.reject(new Error(what));
  shutdown.onClose(record('database'));
  shutdown.onClose(fail('close'));
  shutdown.onDrain(fail('drain'));
  shutdown.onDrain(record('requests'));
  const failures: string[] = [];
  await shutdown.run((error) => failures.push((error as Error).message));
  expect(failures).toEqual(['drain', 'close']);
  expect(done).toEqual(['requests', 'database']);
});
