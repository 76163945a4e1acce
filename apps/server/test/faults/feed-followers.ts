import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { type AppEvent, ProcurementIntents } from '../../../../packages/sdk/src/index.ts';
import { CLI_BINARY } from '../cli/procurement-intents.ts';
import type { Signer } from '../support/sign.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

/** Reads the feed of an App from its beginning, in several lives: each goes on from what the one before has kept. */
export interface Follower {
  kind: FollowerKind;
  appId: string;
  /** In the order in which they came. */
  seen: Pick<AppEvent, 'id' | 'sequence'>[];
  /** Breaks its connections; the next ones lead to another API process. */
  cutConnection(): void;
  /** Ends it in any moment, and begins its next life. */
  cutProcess(): Promise<void>;
  stop(): Promise<void>;
}

export const FOLLOWER_KINDS = ['sdk', 'events --follow', 'listen'] as const;
export type FollowerKind = (typeof FOLLOWER_KINDS)[number];

/** One life of a follower. `end` may come in any moment. */
interface Life {
  end(): Promise<void>;
}

interface Reading {
  signer: Signer;
  baseUrl: string;
  seen: Follower['seen'];
  receiver: Receiver;
  /** The settings folder of the command line. */
  home: string;
}

const NO_EVENT_MS = 3000;

const lastOf = (seen: Follower['seen']): string => String(seen.at(-1)?.sequence ?? 0);

function followBySdk({ signer, baseUrl, seen }: Reading): Life {
  const ending = new AbortController();
  const client = new ProcurementIntents({ baseUrl, ...signer });
  const events = client.events.follow({ cursor: lastOf(seen), signal: ending.signal });
  const running = (async () => {
    try {
      for await (const { id, sequence } of events) seen.push({ id, sequence });
    } catch (error) {
      if (!ending.signal.aborted) throw error;
    }
  })();
  // Told at its end.
  running.catch(() => undefined);
  return {
    async end() {
      ending.abort();
      await running;
    },
  };
}

function startCommand(args: readonly string[], { signer, baseUrl, home }: Reading): ChildProcess {
  return spawn(process.execPath, [CLI_BINARY, ...args], {
    env: {
      PATH: process.env['PATH'],
      HOME: '/nonexistent',
      XDG_CONFIG_HOME: home,
      PROCUREMENT_BASE_URL: baseUrl,
      PROCUREMENT_APP_ID: signer.appId,
      PROCUREMENT_APP_SECRET: signer.appSecret,
    },
    // The channel ends it with the test, however that ends.
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
}

async function kill(child: ChildProcess): Promise<void> {
  const { exitCode } = child;
  if (exitCode !== null) throw new Error(`a follower has ended with ${exitCode}`);
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}

function followByCommand(reading: Reading): Life {
  const { seen } = reading;
  const child = startCommand(['events', '--follow', '--json', '--from', lastOf(seen)], reading);
  const lines = createInterface({ input: child.stdout as Readable });
  lines.on('line', (line) => {
    // A kill may leave half of a line.
    if (line.endsWith('}}')) seen.push(JSON.parse(line) as AppEvent);
  });
  const isRead = once(lines, 'close');
  return {
    async end() {
      await kill(child);
      await isRead;
    },
  };
}

function listenByCommand(reading: Reading): Life {
  const { receiver, signer } = reading;
  const forwardTo = `${receiver.origin}/${signer.appId}`;
  // It keeps its own place, from its first life on.
  const from = reading.seen.length === 0 ? ['--from', '0'] : [];
  const child = startCommand(['listen', '--forward-to', forwardTo, ...from], reading);
  child.stdout?.resume();
  return { end: () => kill(child) };
}

const BEGIN: Record<FollowerKind, (reading: Reading) => Life> = {
  sdk: followBySdk,
  'events --follow': followByCommand,
  listen: listenByCommand,
};

export interface Followers {
  all: Follower[];
  stop(): Promise<void>;
}

/** Starts a follower for each App; its calls go over a wire of its own to the API process at one of the ports. */
export async function startFollowers(
  readers: readonly { kind: FollowerKind; signer: Signer }[],
  ports: readonly number[],
): Promise<Followers> {
  const receiver = await startReceiver();
  const home = mkdtempSync(join(tmpdir(), 'followers-'));
  const seenBy = new Map<string, Follower['seen']>();
  const refusing = new Map<string, () => void>();
  receiver.respond(({ path, event }, response) => {
    const appId = path.slice(1);
    const refused = refusing.get(appId);
    refused?.();
    if (!refused) seenBy.get(appId)?.push(event);
    response.writeHead(refused ? 503 : 204).end();
  });
  /** Resolves once an event for the App was refused, or none came. All are refused until `end`. */
  async function refuse(appId: string): Promise<() => void> {
    await Promise.race([new Promise<void>((resolve) => refusing.set(appId, resolve)), delay(NO_EVENT_MS)]);
    return () => void refusing.delete(appId);
  }

  async function start(kind: FollowerKind, signer: Signer, index: number): Promise<Follower> {
    const wire: FaultProxy = await startFaultProxy(ports[index % ports.length] ?? 0);
    const seen: Follower['seen'] = [];
    if (kind === 'listen') seenBy.set(signer.appId, seen);
    const reading = { signer, baseUrl: `http://127.0.0.1:${wire.port}`, seen, receiver, home };
    let life = BEGIN[kind](reading);
    let turn = index;
    return {
      kind,
      appId: signer.appId,
      seen,
      cutConnection() {
        turn += 1;
        wire.target = ports[turn % ports.length] ?? 0;
        wire.resetAll();
      },
      async cutProcess() {
        // What dies between two tries must come again.
        const accept = kind === 'listen' ? await refuse(signer.appId) : () => undefined;
        await life.end();
        accept();
        life = BEGIN[kind](reading);
      },
      async stop() {
        await life.end();
        await wire.stop();
      },
    };
  }

  const all = await Promise.all(readers.map(({ kind, signer }, index) => start(kind, signer, index)));
  return {
    all,
    async stop() {
      await Promise.all(all.map((each) => each.stop()));
      await receiver.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** All that the follower has seen is the beginning of the feed, in its order; by the SDK and `events` each event once. */
export function checkFollower(
  { kind, appId, seen }: Pick<Follower, 'kind' | 'appId' | 'seen'>,
  feed: readonly string[],
): string[] {
  const firsts = [...new Map(seen.map(({ id, sequence }) => [sequence, id]))];
  const isWhole = firsts.every(([sequence, id], index) => sequence === index + 1 && id === feed[index]);
  const told = `${kind} of ${appId}: ${seen.length} events, ${firsts.length} different, of ${feed.length}`;
  const isRepeating = kind !== 'listen' && seen.length !== firsts.length;
  return [
    ...(isWhole ? [] : [`(g) lost or out of order: ${told}`]),
    ...(isRepeating ? [`(g) doubled: ${told}`] : []),
  ];
}
