import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import { LIMITS } from '@procurement-intents/contract';
import { SecondCounts } from '../auth/rate-limit/second-counts.ts';
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

// Node parses everything that one read returned: up to 2,000 of the shortest requests, in 8 MB of memory. Two hundred
// such connections would block the event loop together, so the first flood closes those of its address.
const FLOOD_PIPELINED = 256;
// Chunks of a connection that are counted together: a body of 1 MB comes in some 64, and 500 connections hold few others.
const COUNTED_CHUNKS = 32;
/**
 * What Node parses to the end of a read before anything else runs, and how often one sender may send it in a second.
 * Many connections with a little each take as long as one with much.
 */
const FLOODS = {
  'pipelined requests': 8,
  'unread bodies': 8,
  'chunks of bodies': LIMITS.chunksPerSecond / COUNTED_CHUNKS,
  // OpenSSL derives new keys for each, 12 us, as often as one read has them. Clients do so after gigabytes.
  'key updates': 64,
} as const;
type FloodKind = keyof typeof FLOODS;
// Until then the connections that were closed are gone, with what they have sent.
const BLOCK_MS = 2000;
const LOG_EVERY_MS = 60_000;

/** Requests of a connection whose responses are not complete; a property, because a map took longer than the count. */
const UNANSWERED = Symbol('unanswered requests');
/** Whether a rate limit of an App has admitted the request that was answered last. */
const ADMITTED = Symbol('admitted');
/** The App that was admitted last. It stays when other requests are answered after it, so that a flood has its sender. */
const APP_ID = Symbol('App');
/** Whether the answer that closes the connection has been sent. */
const CLOSING = Symbol('closing');
/** Chunks of bodies that are not counted yet. */
const CHUNKS = Symbol('chunks');
type CountedSocket = Socket & {
  [UNANSWERED]?: number;
  [ADMITTED]?: boolean;
  [APP_ID]?: string;
  [CLOSING]?: boolean;
  [CHUNKS]?: number;
};

const CLIENT_KEYS = Buffer.from('CLIENT_TRAFFIC_SECRET_');
const ZERO = 0x30;
const SPACE = 0x20;

/** Whether the line of a key log is of a client's keys after the first ones. */
function isKeyUpdate(line: Buffer): boolean {
  const at = CLIENT_KEYS.length;
  if (line.compare(CLIENT_KEYS, 0, at, 0, at) !== 0) return false;
  return line[at] !== ZERO || line[at + 1] !== SPACE;
}

const FLOOD = 'flood';

/** Counts what the connection has sent for its sender. */
export const countFlood = (socket: Socket, kind: FloodKind): boolean => socket.emit(FLOOD, socket, kind);

/** Counts a chunk of a body for its sender, in however many bodies and connections. */
export function countChunk(socket: CountedSocket): void {
  const count = ((socket[CHUNKS] ?? 0) + 1) % COUNTED_CHUNKS;
  socket[CHUNKS] = count;
  if (count === 0) countFlood(socket, 'chunks of bodies');
}

/** Notes that the answer which closes the connection is sent. */
export function markClosing(socket: CountedSocket): void {
  socket[CLOSING] = true;
}

/** Notes that the rate limits of an App have admitted a request of the connection. */
export function markAdmitted(socket: CountedSocket, appId: string): void {
  socket[ADMITTED] = true;
  socket[APP_ID] = appId;
}

/** Notes that no rate limit has admitted the last request of the connection. */
export function markUnadmitted(socket: CountedSocket): void {
  socket[ADMITTED] = false;
}

/** Whether the connection is in use by an App within its rate limits: its last request was admitted. */
export const wasAdmitted = (socket: CountedSocket): boolean => socket[ADMITTED] === true;

/** Whether the connection carries no request beside the one that it is asked for. */
export const isAlone = (socket: CountedSocket): boolean => (socket[UNANSWERED] ?? 0) <= 1;

/** Listens to `close`, which a response emits once. One function for all responses, so that none needs its own. */
function countAnswer(this: ServerResponse): void {
  const socket: CountedSocket = this.req.socket;
  socket[UNANSWERED] = (socket[UNANSWERED] ?? 1) - 1;
}

type Listener<Req, Res> = (req: Req, res: Res) => void;

/** Closes connections beyond the limits, and logs this at most once a minute. */
export class ConnectionLimiter {
  readonly #limits: ConnectionLimits;
  readonly #open = new Map<string, number>();
  #serving: ReadonlySet<Socket> = new Set();
  readonly #blocks = new Map<string, { untilMs: number; kind: FloodKind }>();
  /** Counts by sender: an App at its address that its rate limits have admitted, or all others of the address. */
  readonly #floods = Object.fromEntries(
    Object.entries(FLOODS).map(([kind, most]) => [kind, new SecondCounts(most)]),
  ) as Record<FloodKind, SecondCounts>;
  #loggedAt = -Infinity;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /**
   * Applies the limits to the connections of `server`.
   *
   * @param serving - the sockets that requests come on; a TLS server has them beside those of its connections.
   */
  watch(server: Server, serving: ReadonlySet<Socket>): void {
    this.#serving = serving;
    server.maxConnections = this.#limits.maxConnections ?? 2000;
    server.on('drop', () => this.#logRefusal('connections of the process'));
    const onFlood = (socket: Socket, kind: FloodKind): void => this.#countFlood(socket, kind);
    server.on('connection', (socket: Socket) => {
      socket.on(FLOOD, onFlood);
      this.#admit(socket);
    });
    // Of the keys themselves nothing is kept: this event alone tells that a client has sent new ones.
    server.on('keylog', (line: Buffer, socket: Socket) => {
      if (isKeyUpdate(line)) onFlood(socket, 'key updates');
    });
    server.on('secureConnection', (socket: Socket) => {
      socket.on(FLOOD, onFlood);
      // Node learns the address of a TLS connection when it is first read: here, so that it is known after the close.
      const key = this.#limitKeyOf(socket);
      if (key !== null && this.#blockOf(key) !== null) socket.destroy();
    });
  }

  /**
   * Wraps `listener` so that connections with too many pipelined requests are closed, and none is handled after the last
   * answer of its connection (RFC 9112, 9.6).
   */
  limitPipelining<Req extends IncomingMessage, Res extends ServerResponse>(
    listener: Listener<Req, Res>,
  ): Listener<Req, Res> {
    return (req, res) => {
      const socket: CountedSocket = req.socket;
      const count = (socket[UNANSWERED] ?? 0) + 1;
      socket[UNANSWERED] = count;
      if (count > LIMITS.pipelinedRequests) {
        socket.destroy();
        if (count === LIMITS.pipelinedRequests + 1 || count === FLOOD_PIPELINED) {
          this.#countFlood(socket, 'pipelined requests', count);
        }
        return;
      }
      // Node hands over what the same read held behind that answer. To end a response there would end the process: its
      // turn never comes, and Node asserts that responses finish in order.
      if (socket[CLOSING] || !socket.writable) return;
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
    const open = this.#open.get(key) ?? 0;
    const most = this.#limits.maxConnectionsPerAddress ?? LIMITS.connectionsPerAddress;
    const block = this.#blockOf(key);
    if (block !== null || open >= most) {
      this.#logRefusal(block ?? 'connections of an address');
      socket.destroy();
      return;
    }
    this.#open.set(key, open + 1);
    socket.once('close', () => {
      const left = (this.#open.get(key) ?? 0) - 1;
      if (left > 0) this.#open.set(key, left);
      else this.#open.delete(key);
    });
  }

  /** Why new connections of the address are refused; null when they are not. */
  #blockOf(key: string): FloodKind | null {
    const block = this.#blocks.get(key);
    return block && block.untilMs > performance.now() ? block.kind : null;
  }

  /** Counts a flood for its sender, and closes what the sender has when there are too many, or a single large one. */
  #countFlood(socket: CountedSocket, kind: FloodKind, count = 0): void {
    const key = this.#limitKeyOf(socket);
    if (key === null) return;
    const floods = this.#floods[kind];
    const sender = wasAdmitted(socket) ? `${key} ${socket[APP_ID]}` : key;
    floods.add(sender);
    if (count === FLOOD_PIPELINED || floods.isOver(sender)) this.#close(socket, key, kind);
  }

  /**
   * Closes the connections of the sender: those of its App, or all of the address that no App uses within its rate
   * limits. Nobody knows whose new connections are, so the address of strangers gets none for 2 s.
   */
  #close(socket: CountedSocket, key: string, kind: FloodKind): void {
    const appId = wasAdmitted(socket) ? socket[APP_ID] : undefined;
    if (appId === undefined || kind === 'pipelined requests') this.#block(key, kind);
    const isSender = (each: CountedSocket): boolean =>
      appId === undefined ? !wasAdmitted(each) || each[APP_ID] === socket[APP_ID] : each[APP_ID] === appId;
    for (const each of this.#serving) if (this.#limitKeyOf(each) === key && isSender(each)) each.destroy();
  }

  #block(key: string, kind: FloodKind): void {
    const now = performance.now();
    for (const [other, { untilMs }] of this.#blocks) if (untilMs <= now) this.#blocks.delete(other);
    this.#blocks.set(key, { untilMs: now + BLOCK_MS, kind });
    this.#logRefusal(kind);
  }

  #logRefusal(limit: string): void {
    const now = performance.now();
    if (now - this.#loggedAt < LOG_EVERY_MS) return;
    this.#loggedAt = now;
    this.#limits.log?.warn({ limit }, 'connection refused');
  }
}
