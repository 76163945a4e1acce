import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';

/** What the wire does to the bytes that cross it. */
export type WireFault =
  | { kind: 'none' }
  /** Takes connections and bytes, and lets nothing through in either direction. */
  | { kind: 'half-open' }
  /** Lets the question through and no answer back. */
  | { kind: 'deaf' }
  /** One byte of the answer a second. */
  | { kind: 'drip' }
  | { kind: 'latency'; ms: number }
  /** Breaks the connection with a reset when the answer begins. */
  | { kind: 'reset' };

/** Sees the bytes of one connection before they cross. False: they do not cross. */
export interface Tap {
  question?(bytes: Buffer): boolean;
  answer?(bytes: Buffer): boolean;
}

/** Stands between two processes, at a port that stays the same, and fails as networks do. */
export interface FaultProxy {
  port: number;
  fault: WireFault;
  /** Watches every connection that is made from now on. */
  tap: (() => Tap) | null;
  /** Where new connections lead. */
  target: number;
  /** Resets every connection and refuses new ones until `restore`. */
  cut(): Promise<void>;
  /** Resets every connection; new ones are welcome. */
  resetAll(): void;
  /** Ends the fault, and the connections that suffered from it. */
  restore(): Promise<void>;
  stop(): Promise<void>;
}

const DRIP_MS = 1000;

async function listen(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

async function drip(bytes: Buffer, to: Socket): Promise<void> {
  for (let at = 0; at < bytes.length && !to.destroyed; at += 1) {
    to.write(bytes.subarray(at, at + 1));
    await delay(DRIP_MS, undefined, { ref: false });
  }
}

/** Starts a proxy to `target` on 127.0.0.1, without a fault. */
export async function startFaultProxy(target: number): Promise<FaultProxy> {
  const sockets = new Set<Socket>();

  async function send(bytes: Buffer, to: Socket, from: Socket, isAnswer: boolean): Promise<void> {
    const { fault } = proxy;
    switch (fault.kind) {
      case 'half-open':
        return;
      case 'deaf':
        if (isAnswer) return;
        break;
      case 'drip':
        if (isAnswer) return drip(bytes, to);
        break;
      case 'reset':
        if (!isAnswer) break;
        for (const socket of [from, to]) socket.resetAndDestroy();
        return;
      case 'latency':
        await delay(fault.ms, undefined, { ref: false });
        break;
      case 'none':
    }
    if (!to.destroyed) to.write(bytes);
  }

  function join(from: Socket, to: Socket, see: ((bytes: Buffer) => boolean) | undefined, isAnswer: boolean) {
    let sent = Promise.resolve();
    sockets.add(from);
    from.setNoDelay(true);
    from.on('data', (bytes: Buffer) => {
      // Looked at in the same turn in which it came: a kill must not come after the bytes.
      if (see && !see(bytes)) return;
      if (proxy.fault.kind === 'none') to.write(bytes);
      else sent = sent.then(() => send(bytes, to, from, isAnswer));
    });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  }

  const server = createServer((client) => {
    const upstream = connect(proxy.target, '127.0.0.1');
    const tap = proxy.tap?.();
    join(client, upstream, tap?.question?.bind(tap), false);
    join(upstream, client, tap?.answer?.bind(tap), true);
  });
  function resetAll(): void {
    for (const socket of sockets) socket.resetAndDestroy();
  }
  async function cut(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    resetAll();
    await closed;
  }
  const port = await freePort();
  await listen(server, port);
  const proxy: FaultProxy = {
    port,
    target,
    fault: { kind: 'none' },
    tap: null,
    cut,
    resetAll,
    async restore() {
      const { kind } = proxy.fault;
      proxy.fault = { kind: 'none' };
      // What was asked meanwhile is lost, so the connections that asked are of no more use.
      if (kind !== 'none' && kind !== 'latency') resetAll();
      if (!server.listening) await listen(server, port);
    },
    stop: cut,
  };
  return proxy;
}
