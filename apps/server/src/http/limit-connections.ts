import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import { LIMITS } from '@procurement-intents/contract';
import { addressKey } from './address-key.ts';
import type { Logger } from '../observability/logger.ts';

/** Limits on the connections of a server. */
export interface ConnectionLimits {
  /**
   * Connections of the process. Default 2000: in the worst case, each with 64 KB of incomplete headers and 16 KB of a
   * body, they take 160 MB, which fits a container of 512 MB with the process itself and its budget for larger bodies.
   */
  maxConnections?: number;
  /**
   * Connections of one address, or of one /64 for IPv6. Default `LIMITS.connectionsPerAddress`: more than one App can
   * keep busy within its rate limits, and a quarter of `maxConnections`.
   */
  maxConnectionsPerAddress?: number;
  /** Whether the address is a proxy, whose connections come from many callers. Proxies have no limit. Default: none. */
  isProxy?: (address: string) => boolean;
  log?: Logger;
}

// Most clients wait for each response; some pipeline a few requests.
const MAX_PIPELINED = 32;
// Node parses everything that one read returned: up to 2,000 of the shortest requests, in 8 MB of memory. Two hundred
// such connections would block the event loop together, so the first flood closes all connections of its address.
const FLOOD_PIPELINED = 256;
const BLOCK_MS = 10_000;
const LOG_EVERY_MS = 60_000;

/** Requests of a connection whose responses are not complete; a property, because a map took longer than the count. */
const UNANSWERED = Symbol('unanswered requests');
type CountedSocket = Socket & { [UNANSWERED]?: number };

/** Listens to `close`, which a response emits once. One function for all responses, so that none needs its own. */
function countAnswer(this: ServerResponse): void {
  const socket: CountedSocket = this.req.socket;
  socket[UNANSWERED] = (socket[UNANSWERED] ?? 1) - 1;
}

type Listener<Req, Res> = (req: Req, res: Res) => void;

/** Closes connections beyond the limits, and logs this at most once a minute. */
export class ConnectionLimiter {
  readonly #limits: ConnectionLimits;
  readonly #open = new Map<string, Set<Socket>>();
  readonly #blockedUntil = new Map<string, number>();
  #loggedAt = -Infinity;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Applies the limits to the connections of `server`. */
  watch(server: Server): void {
    server.maxConnections = this.#limits.maxConnections ?? 2000;
    server.on('drop', () => this.#logRefusal('connections of the process'));
    server.on('connection', (socket: Socket) => this.#admit(socket));
  }

  /** Wraps `listener` so that connections with too many pipelined requests are closed. */
  limitPipelining<Req extends IncomingMessage, Res extends ServerResponse>(
    listener: Listener<Req, Res>,
  ): Listener<Req, Res> {
    return (req, res) => {
      const socket: CountedSocket = req.socket;
      const count = (socket[UNANSWERED] ?? 0) + 1;
      socket[UNANSWERED] = count;
      if (count > MAX_PIPELINED) {
        socket.destroy();
        if (count === FLOOD_PIPELINED) this.#block(socket);
        return;
      }
      res.on('close', countAnswer);
      listener(req, res);
    };
  }

  /** The key under which the connection is counted; null for a proxy and for a closed connection. */
  #limitKeyOf({ remoteAddress: address }: Socket): string | null {
    return address === undefined || this.#limits.isProxy?.(address) ? null : addressKey(address);
  }

  #admit(socket: Socket): void {
    const key = this.#limitKeyOf(socket);
    if (key === null) return;
    const sockets = this.#open.get(key) ?? new Set();
    const most = this.#limits.maxConnectionsPerAddress ?? LIMITS.connectionsPerAddress;
    const isBlocked = (this.#blockedUntil.get(key) ?? 0) > performance.now();
    if (isBlocked || sockets.size >= most) {
      this.#logRefusal(isBlocked ? 'pipelined requests' : 'connections of an address');
      socket.destroy();
      return;
    }
    this.#open.set(key, sockets.add(socket));
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) this.#open.delete(key);
    });
  }

  /** Closes all connections of the caller's address, and refuses new ones for 10 s. */
  #block(socket: Socket): void {
    const key = this.#limitKeyOf(socket);
    if (key === null) return;
    const now = performance.now();
    for (const [other, until] of this.#blockedUntil) if (until <= now) this.#blockedUntil.delete(other);
    this.#blockedUntil.set(key, now + BLOCK_MS);
    for (const each of this.#open.get(key) ?? []) each.destroy();
  }

  #logRefusal(limit: string): void {
    const now = performance.now();
    if (now - this.#loggedAt < LOG_EVERY_MS) return;
    this.#loggedAt = now;
    this.#limits.log?.warn({ limit }, 'connection refused');
  }
}
