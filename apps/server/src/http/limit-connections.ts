import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import { LIMITS } from '@procurement-intents/contract';
import { addressKey } from './address-key.ts';
import type { Logger } from '../observability/logger.ts';

/** What a server lets in. */
export interface ConnectionLimits {
  /**
   * Connections of the process. Default 2000: at their worst, each with half a head of 64 KB and 16 KB of a body, they
   * take 160 MB, which a container of 512 MB has beside the process itself and its budget for larger bodies.
   */
  maxConnections?: number;
  /**
   * Connections of one address, or of one /64 for IPv6. Default `LIMITS.connectionsPerAddress`: more than the limits of an
   * App can keep busy, and a quarter of all.
   */
  maxConnectionsPerAddress?: number;
  /** Whether others call through this address, so that its number says nothing about any of them. Default none. */
  isProxy?: (address: string) => boolean;
  log?: Logger;
}

// Clients wait for each answer, or send a handful ahead.
const MAX_PIPELINED = 32;
// Node parses all that one read has brought, some 2,000 of the shortest requests and 8 MB of memory, whatever we do
// meanwhile. Two hundred connections with that would be one turn of the event loop; so the first one ends the others.
const FLOOD_PIPELINED = 256;
const BLOCK_MS = 10_000;
const LOG_EVERY_MS = 60_000;

type Listener<Req, Res> = (req: Req, res: Res) => void;

/** Ends connections beyond the limits, and says so in the log once a minute. */
export class ConnectionLimiter {
  readonly #limits: ConnectionLimits;
  readonly #open = new Map<string, Set<Socket>>();
  readonly #blockedUntil = new Map<string, number>();
  readonly #unanswered = new WeakMap<Socket, number>();
  #loggedAt = -Infinity;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Counts the connections of `server`. */
  watch(server: Server): void {
    server.maxConnections = this.#limits.maxConnections ?? 2000;
    server.on('drop', () => this.#logRefusal('connections of the process'));
    server.on('connection', (socket: Socket) => this.#admit(socket));
  }

  /** Passes requests on to `listener`, and ends connections that send more ahead than anybody answers at once. */
  limitPipelining<Req extends IncomingMessage, Res extends ServerResponse>(
    listener: Listener<Req, Res>,
  ): Listener<Req, Res> {
    return (req, res) => {
      const { socket } = req;
      const count = (this.#unanswered.get(socket) ?? 0) + 1;
      this.#unanswered.set(socket, count);
      if (count > MAX_PIPELINED) {
        socket.destroy();
        if (count === FLOOD_PIPELINED) this.#block(socket);
        return;
      }
      res.once('close', () => this.#unanswered.set(socket, (this.#unanswered.get(socket) ?? 1) - 1));
      listener(req, res);
    };
  }

  /** What the connection counts by; null when it stands for many callers, or is gone. */
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
      this.#logRefusal(isBlocked ? 'requests sent ahead' : 'connections of an address');
      socket.destroy();
      return;
    }
    this.#open.set(key, sockets.add(socket));
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) this.#open.delete(key);
    });
  }

  /** Ends all connections of the caller's address, and lets it open none for a while. */
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
