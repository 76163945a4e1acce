import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refused } from '../../../src/index.ts';
import { findPort } from '../../support/find-port.ts';
import { Engine } from './engine.ts';
import type { Habits, LeftPayment } from './engine.ts';
import type { ChildSetup, Mutation, ShopAnswer, ShopRequest } from './messages.ts';

export const TOKEN = 'token-of-the-kit';

/** How kit and shop are put together. */
export interface KitSetup {
  habits?: Habits;
  /** Two addresses with one lock, in place of one. */
  isShared?: boolean;
  callTimeoutMs?: number;
}

const CALL_TIMEOUT_MS = 1_500;

/** The kit in a process of its own, with one of its texts replaced or none, in front of a shop in this one. */
export async function startKit(mutation: Mutation | null, setup: KitSetup = {}) {
  const { habits, isShared = false, callTimeoutMs = CALL_TIMEOUT_MS } = setup;
  const engine = new Engine(habits);
  const ports = [await findPort(), ...(isShared ? [await findPort()] : [])];
  const [url = '', second] = ports.map((port) => `http://127.0.0.1:${port}`);
  const argument: ChildSetup = {
    mutation,
    ports,
    isShared,
    options: { tokens: [TOKEN], callTimeoutMs, placeTimeoutMs: 7_000, publicUrl: url },
  };
  let child = await startChild(argument, engine);
  let left: LeftPayment | undefined;
  return {
    url,
    second,
    charged: (merchantOrderNo: string) => Promise.resolve(engine.chargedFen(merchantOrderNo)),
    ship: (orderId: string) => Promise.resolve(engine.ship(orderId)),
    /** Ends the process in the middle of the next payment, which goes on. */
    kill: async () => {
      left = await engine.nextPayment();
      await end(child);
    },
    /** The payment lasts for as long as it may, as if the process had started at once. */
    restart: async () => {
      child = await startChild(argument, engine);
      if (!left) return;
      const { merchantOrderNo, end: endPayment } = left;
      engine.touch(merchantOrderNo);
      void sleep(callTimeoutMs * 0.8).then(endPayment);
    },
    close: () => end(child),
  };
}

async function startChild(argument: ChildSetup, engine: Engine): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'gateway-child.ts'), [JSON.stringify(argument)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let stderr = '';
  child.stderr?.on('data', (piece) => (stderr += String(piece)));
  const started = Promise.withResolvers<void>();
  child.once('exit', () => started.reject(new Error(stderr)));
  child.on('message', (message: ShopRequest | 'listening') => {
    if (message === 'listening') started.resolve();
    else void answer(engine, message).then((reply) => child.connected && child.send(reply));
  });
  await started.promise;
  return child;
}

async function answer(engine: Engine, { id, name, args }: ShopRequest): Promise<ShopAnswer> {
  try {
    const work = engine[name] as (...args: unknown[]) => unknown;
    return { id, result: await work.apply(engine, args) };
  } catch (error) {
    const { name: kind, message } = error as Error;
    return {
      id,
      error: { name: kind, message, ...(error instanceof Refused && { reason: error.reason }) },
    };
  }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
