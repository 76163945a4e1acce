import type { Socket } from 'node:net';
import { IdleConnections } from './idle-connections.ts';

/**
 * The place of a connection among all of the process. It may be taken from one that is idle, so who serves the connection
 * notes when it is and when it is not.
 */
export class Place {
  /** On which requests come. With TLS it is another one after the handshake. */
  socket: Socket;
  readonly #holder: string;
  readonly #idle: IdleConnections<Place>;
  #isTaken = true;
  #isIdle = false;

  constructor(socket: Socket, holder: string, idle: IdleConnections<Place>) {
    this.socket = socket;
    this.#holder = holder;
    this.#idle = idle;
    this.markIdle();
  }

  /** The connection waits for a request that no rate limit is known to admit: it may be closed for another one. */
  markIdle(): void {
    if (this.#isIdle || !this.#isTaken) return;
    this.#isIdle = true;
    this.#idle.add(this.#holder, this);
  }

  /** The connection carries a request. */
  markBusy(): void {
    if (!this.#isIdle) return;
    this.#isIdle = false;
    this.#idle.delete(this.#holder, this);
  }

  /** Returns whether it was taken until now. */
  free(): boolean {
    const wasTaken = this.#isTaken;
    this.markBusy();
    this.#isTaken = false;
    return wasTaken;
  }
}

/** One holder for all proxies: their connections carry requests of anybody. */
const PROXIES = 'proxies';

const peerOf = ({ remoteAddress = '', remotePort = 0 }: Socket): string => `${remoteAddress} ${remotePort}`;

/**
 * The places for connections of the process. When all are taken, a new connection gets that of the one that has been idle
 * longest, of whoever holds most idle ones. So holding connections without using them keeps nobody else out. A connection of
 * a proxy makes room for one of a proxy only: else whoever comes past the proxies could close what carries everybody.
 */
export class ConnectionPlaces {
  readonly #most: number;
  #taken = 0;
  readonly #idle = new IdleConnections<Place>();
  readonly #idleOfProxies = new IdleConnections<Place>();
  readonly #byPeer = new Map<string, Place>();

  constructor(most: number) {
    this.#most = most;
  }

  get isFull(): boolean {
    return this.#taken >= this.#most;
  }

  /**
   * Takes a place until the socket closes, if need be that of an idle connection, which is closed.
   *
   * @param holder - for whom the connection counts; null for a proxy.
   * @returns whether there was one.
   */
  take(socket: Socket, holder: string | null): boolean {
    if (this.isFull && !this.#makeRoom(holder === null)) return false;
    this.#taken += 1;
    const place = new Place(socket, holder ?? PROXIES, holder === null ? this.#idleOfProxies : this.#idle);
    const peer = peerOf(socket);
    this.#byPeer.set(peer, place);
    socket.once('close', () => {
      this.#free(place);
      if (this.#byPeer.get(peer) === place) this.#byPeer.delete(peer);
    });
    return true;
  }

  /** The place of the connection on whose `socket` requests come from now on; null for one that has none. */
  placeOf(socket: Socket): Place | null {
    const place = this.#byPeer.get(peerOf(socket));
    if (!place) return null;
    place.socket = socket;
    return place;
  }

  #makeRoom(isForProxy: boolean): boolean {
    const place = this.#idle.longestOfMost ?? (isForProxy ? this.#idleOfProxies.longestOfMost : null);
    if (!place) return false;
    this.#free(place);
    place.socket.destroy();
    return true;
  }

  #free(place: Place): void {
    if (place.free()) this.#taken -= 1;
  }
}
