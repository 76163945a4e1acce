import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import { CAPACITIES, DEFENCES } from '@procurement-intents/contract';
import { SecondCounts } from '../../auth/rate-limit/second-counts.ts';
import { addressKey, networkKeys } from '../../address-key.ts';
import {
  type Connection,
  connectionOf,
  COUNTED_CHUNKS,
  type FloodCounter,
  type FloodKind,
} from './connection.ts';
import type { Logger } from '../../observability/logger.ts';
import { ConnectionPlaces, type Place } from './places.ts';

/** Limits on the connections of a server. */
export interface ConnectionLimits {
  /** Connections of the process. Default `CAPACITIES.connections`. */
  maxConnections?: number;
  /**
   * Connections of one address, or of one /64 for IPv6, of one /56, and of one /48. Default: those of `DEFENCES`, of which
   * the first is more than one App can keep busy within its rate limits, and a quarter of `maxConnections`.
   */
  maxConnectionsPerNetwork?: readonly number[];
  /** Whether the address is a proxy, whose connections come from many callers. Proxies have no limit. Default: none. */
  isProxy?: (address: string) => boolean;
  log?: Logger;
}

/**
 * How often one sender may send in a second what Node parses to the end of a read: many connections with a little each take
 * as long as one with much.
 */
const FLOODS: Readonly<Record<FloodKind, number>> = {
  'pipelined requests': DEFENCES.floodsPerSecond,
  'unread bodies': DEFENCES.floodsPerSecond,
  'chunks of bodies': DEFENCES.chunksPerSecond / COUNTED_CHUNKS,
  'key updates': DEFENCES.keyUpdatesPerSecond,
};
const PER_NETWORK = [
  DEFENCES.connectionsPerAddress,
  DEFENCES.connectionsPer56,
  DEFENCES.connectionsPer48,
] as const;
const LOG_EVERY_MS = 60_000;

const CLIENT_KEYS = Buffer.from('CLIENT_TRAFFIC_SECRET_');
const ZERO = 0x30;
const SPACE = 0x20;

/** Whether the line of a key log is of a client's keys after the first ones. */
function isKeyUpdate(line: Buffer): boolean {
  const at = CLIENT_KEYS.length;
  if (line.compare(CLIENT_KEYS, 0, at, 0, at) !== 0) return false;
  return line[at] !== ZERO || line[at + 1] !== SPACE;
}

type Listener<Req, Res> = (req: Req, res: Res) => void;

/** Who sends what a connection carries: an App that uses it within its rate limits, or any stranger of its address. */
interface Sender {
  address: string;
  appId: string | null;
}

/**
 * Closes connections beyond the limits, and logs this at most once a minute. Beyond the limit of the process, an idle one
 * makes room: see {@link ConnectionPlaces}.
 */
export class ConnectionLimiter implements FloodCounter {
  readonly #limits: ConnectionLimits;
  readonly #places: ConnectionPlaces;
  /** Connections of each address and network. */
  readonly #open = new Map<string, number>();
  #serving: ReadonlySet<Socket> = new Set();
  readonly #blocks = new Map<string, { untilMs: number; kind: FloodKind }>();
  readonly #floods = Object.fromEntries(
    Object.entries(FLOODS).map(([kind, most]) => [kind, new SecondCounts(most)]),
  ) as Record<FloodKind, SecondCounts>;
  #loggedAt = -Infinity;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
    this.#places = new ConnectionPlaces(limits.maxConnections ?? CAPACITIES.connections);
  }

  /**
   * Applies the limits to the connections of `server`.
   *
   * @param serving - the sockets that requests come on; a TLS server has them beside those of its connections.
   */
  watch(server: Server, serving: ReadonlySet<Socket>): void {
    this.#serving = serving;
    server.on('connection', (socket: Socket) => this.#admit(socket));
    // Of the keys themselves nothing is kept: this event alone tells that a client has sent new ones.
    server.on('keylog', (line: Buffer, socket: Socket) => {
      if (isKeyUpdate(line) && serving.has(socket)) connectionOf(socket).countFlood('key updates');
    });
    server.on('secureConnection', (socket: Socket) => {
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
      const connection = connectionOf(req.socket);
      const count = connection.arrive();
      if (count <= DEFENCES.pipelinedRequests) {
        if (connection.begin(res)) listener(req, res);
        return;
      }
      connection.socket.destroy();
      if (count === DEFENCES.pipelinedRequests + 1) connection.countFlood('pipelined requests');
      // A single read can hold 2,000 of the shortest requests. Two hundred such connections would block the event loop together.
      else if (count === DEFENCES.pipelinedFlood) this.countFlood(connection, 'pipelined requests', true);
    };
  }

  /** As {@link ConnectionPlaces.placeOf}. */
  placeOf(socket: Socket): Place | null {
    return this.#places.placeOf(socket);
  }

  /** The key under which the connection is counted; null for a proxy and for a closed connection. */
  #limitKeyOf({ remoteAddress: address }: Socket): string | null {
    return address === undefined || this.#limits.isProxy?.(address) ? null : addressKey(address);
  }

  #admit(socket: Socket): void {
    const { remoteAddress: address } = socket;
    // Closed already.
    if (address === undefined) return;
    const networks = this.#limits.isProxy?.(address) ? [] : networkKeys(address);
    const refusal = this.#refusalOf(networks);
    if (refusal !== null) this.#logRefusal(refusal);
    else if (this.#places.isFull) this.#logRefusal('connections of the process');
    if (refusal !== null || !this.#places.take(socket, networks.at(-1) ?? null)) {
      socket.destroy();
      return;
    }
    for (const network of networks) this.#open.set(network, (this.#open.get(network) ?? 0) + 1);
    socket.once('close', () => this.#forget(networks));
  }

  /** The limit that one more connection of these networks would exceed; null for none. The first network is the address. */
  #refusalOf(networks: readonly string[]): string | null {
    const [address] = networks;
    const block = address === undefined ? null : this.#blockOf(address);
    if (block !== null) return block;
    const most = this.#limits.maxConnectionsPerNetwork ?? PER_NETWORK;
    const isOver = networks.some(
      (network, index) => (this.#open.get(network) ?? 0) >= (most[index] ?? Infinity),
    );
    return isOver ? 'connections of an address' : null;
  }

  #forget(networks: readonly string[]): void {
    for (const network of networks) {
      const left = (this.#open.get(network) ?? 0) - 1;
      if (left > 0) this.#open.set(network, left);
      else this.#open.delete(network);
    }
  }

  /** The flood of this address, or of an App there, whose block is not over. New connections of the address are refused then. */
  #blockOf(key: string): FloodKind | null {
    const block = this.#blocks.get(key);
    return block && block.untilMs > performance.now() ? block.kind : null;
  }

  /** Counts a flood for its sender, and closes what the sender has when there are too many, or a single large one. */
  countFlood(connection: Connection, kind: FloodKind, isLarge = false): void {
    const sender = this.#senderOf(connection);
    if (sender === null) return;
    const { address, appId } = sender;
    const name = appId === null ? address : `${address} ${appId}`;
    const counts = this.#floods[kind];
    counts.add(name);
    if (!isLarge && !counts.isOver(name)) return;
    // An App is admitted a hundred times a second. A large flood after each would fill the event loop several times over,
    // so the second one within the time of a block counts as a stranger's.
    const isAgain = isLarge && this.#blockOf(name) !== null;
    if (appId === null || isAgain) {
      this.#closeStrangers(address, connection.appId, kind);
    } else {
      if (isLarge) this.#block(name, kind);
      this.#closeApp(address, appId);
    }
  }

  #senderOf({ socket, isAdmitted, appId }: Connection): Sender | null {
    const address = this.#limitKeyOf(socket);
    return address === null ? null : { address, appId: isAdmitted ? appId : null };
  }

  /** Closes the connections of an App at its address. New ones are admitted: they may be those of others there. */
  #closeApp(address: string, appId: string): void {
    this.#closeEach((sender) => sender.address === address && sender.appId === appId);
  }

  /**
   * Closes the connections of an address that no App uses within its rate limits, and those of the App that the flood came
   * with. Nobody knows whose new connections are, so the address gets none for a while.
   */
  #closeStrangers(address: string, lastApp: string | null, kind: FloodKind): void {
    this.#block(address, kind);
    this.#closeEach(
      (sender) => sender.address === address && (sender.appId === null || sender.appId === lastApp),
    );
  }

  #closeEach(isMeant: (sender: Sender) => boolean): void {
    for (const socket of this.#serving) {
      const sender = this.#senderOf(connectionOf(socket));
      if (sender !== null && isMeant(sender)) socket.destroy();
    }
  }

  #block(key: string, kind: FloodKind): void {
    const now = performance.now();
    for (const [other, { untilMs }] of this.#blocks) if (untilMs <= now) this.#blocks.delete(other);
    this.#blocks.set(key, { untilMs: now + DEFENCES.floodBlockMs, kind });
    this.#logRefusal(kind);
  }

  #logRefusal(limit: string): void {
    const now = performance.now();
    if (now - this.#loggedAt < LOG_EVERY_MS) return;
    this.#loggedAt = now;
    this.#limits.log?.warn({ limit }, 'connection refused');
  }
}
