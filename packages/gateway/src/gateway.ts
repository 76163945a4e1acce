import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import type { ShopAdapter } from './adapter.ts';
import { ShopCalls } from './call-shop.ts';
import { readOptions } from './gateway-options.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { createState } from './gateway-state.ts';
import type { GatewayState } from './gateway-state.ts';
import { createHandler } from './http/handler.ts';
import { nodeListener } from './http/node.ts';
import { CallTime } from './placing/call-time.ts';
import { sweep } from './placing/sweep.ts';

/** At least so often, half-made orders and broken cancellations are looked at. */
const MAX_SWEEP_INTERVAL_MS = 60_000;

export interface Gateway {
  /** Answers a request of the ordering protocol. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /** The same for `node:http`, and as a middleware of Express. */
  node(req: IncomingMessage, res: ServerResponse): void;
  /**
   * Listens, by default on 127.0.0.1. At SIGTERM and SIGINT it closes the server and the gateway, so that the process ends when
   * no order is under way.
   */
  listen(port: number, host?: string): Promise<Server>;
  /** Refuses new orders, and resolves when those under way have ended. */
  close(): Promise<void>;
}

/**
 * A gateway in front of a shop.
 *
 * @throws RangeError that names the option that cannot work.
 */
export function createGateway<Begun>(adapter: ShopAdapter<Begun>, options: GatewayOptions): Gateway {
  const state = createState(adapter, readOptions(options));
  const handle = createHandler(state);
  const node = nodeListener(handle);
  const stopSweeps = startSweeps(state);
  const close = async () => {
    state.isClosing = true;
    await stopSweeps();
    const { flights, findFlights, cancelFlights, releases } = state;
    const all = [flights, findFlights, cancelFlights];
    // While one of them ends, a look or a cancellation that came before may begin.
    while (releases.size > 0 || all.some(({ size }) => size > 0)) {
      await Promise.all(all.map((each) => each.idle()));
      await Promise.allSettled(releases);
    }
  };
  return {
    fetch: handle,
    node,
    async listen(port, host = '127.0.0.1') {
      const server = createServer(node).listen(port, host);
      await once(server, 'listening');
      state.log({ level: 'info', event: 'listening', port: (server.address() as AddressInfo).port });
      const end = () => {
        server.close();
        void close();
      };
      process.once('SIGTERM', end).once('SIGINT', end);
      return server;
    },
    close,
  };
}

/** Sweeps from time to time; returns what ends it and waits for the sweep under way. */
function startSweeps(state: GatewayState): () => Promise<void> {
  const { placeTimeoutMs, callTimeoutMs, sweepAfterMs } = state.settings;
  const startCalls = () =>
    new ShopCalls({
      requestId: randomUUID(),
      time: new CallTime(performance.now(), placeTimeoutMs),
      callTimeoutMs,
      metrics: state.metrics,
    });
  let running: Promise<void> | null = null;
  const timer = setInterval(
    () => {
      running ??= sweep(state, startCalls).finally(() => (running = null));
    },
    Math.min(sweepAfterMs / 2, MAX_SWEEP_INTERVAL_MS),
  );
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
