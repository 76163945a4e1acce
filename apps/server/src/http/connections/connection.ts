import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Place } from './places.ts';

/** What Node parses to the end of a read before anything else runs: cheap to send, costly to receive. */
export type FloodKind = 'pipelined requests' | 'unread bodies' | 'chunks of bodies' | 'key updates';

/** Counts for whom a connection has sent the beginning of a flood. */
export interface FloodCounter {
  countFlood(connection: Connection, kind: FloodKind): void;
}

// Chunks of a connection that are counted together: a body of 1 MB comes in some 64, and 500 connections hold few others.
export const COUNTED_CHUNKS = 32;
// A client that sends more than its request announced has a few reads under way. Each costs, and Node counts none of them.
const MAX_UNREADABLE_READS = 64;

// A property of the socket, because a look-up in a map took longer than the count that it was for.
const CONNECTION = Symbol('connection');
type ServingSocket = Duplex & { [CONNECTION]: Connection };

/**
 * Begins to keep what is known of the connection, once requests can come on `socket`: with TLS, after the handshake.
 *
 * @param place - null for a connection that is being closed.
 */
export function openConnection(socket: Socket, floods: FloodCounter, place: Place | null): void {
  (socket as Duplex as ServingSocket)[CONNECTION] = new Connection(socket, floods, place);
}

/** What is known of the connection whose requests come on `socket`. */
export const connectionOf = (socket: Duplex): Connection => (socket as ServingSocket)[CONNECTION];

/** Listens to `close`, which a response emits once. One function for all responses, so that none needs its own. */
function onAnswerClosed(this: ServerResponse): void {
  connectionOf(this.req.socket).end(this);
}

/** A connection that serves requests: who uses it, what it has sent, what it waits for, and when it closes. */
export class Connection {
  readonly socket: Socket;
  readonly #floods: FloodCounter;
  readonly #place: Place | null;
  /** What Node does when the connection closes: responses that still wait are told. */
  readonly #closeListeners: (() => void)[];
  /** Requests whose responses are not complete, those included that were not begun. */
  #unanswered = 0;
  /** The response to the request that was begun last, until it is complete. Kept longer, it would not be collected young. */
  #latest: ServerResponse | null = null;
  #isAdmitted = false;
  #appId: string | null = null;
  #isClosing = false;
  #isDraining = false;
  #isHeld = false;
  #hasExcess = false;
  /** Chunks of bodies that are not counted yet. */
  #chunks = 0;
  #unreadableReads = 0;

  constructor(socket: Socket, floods: FloodCounter, place: Place | null) {
    this.socket = socket;
    this.#floods = floods;
    this.#place = place;
    this.#closeListeners = socket.listeners('close') as (() => void)[];
  }

  /** Whether an App uses the connection within its rate limits: they have admitted the request that was answered last. */
  get isAdmitted(): boolean {
    return this.#isAdmitted;
  }

  /** The App that was admitted last. It stays when other requests are answered after it, so that a flood has its sender. */
  get appId(): string | null {
    return this.#appId;
  }

  /** Notes that the rate limits of an App have admitted a request. */
  admit(appId: string): void {
    this.#isAdmitted = true;
    this.#appId = appId;
  }

  /** Notes that no rate limit has admitted the last request. */
  markUnadmitted(): void {
    this.#isAdmitted = false;
    this.#notePlace();
  }

  /** Lets the place go to another connection while this one carries nothing, and was not admitted last. */
  #notePlace(): void {
    if (this.#unanswered === 0 && !this.#isAdmitted) this.#place?.markIdle();
  }

  /** Whether the connection carries no request beside the one that it is asked for. */
  get isAlone(): boolean {
    return this.#unanswered <= 1;
  }

  /** Counts a request that has arrived, and returns how many have no complete response yet. */
  arrive(): number {
    if (this.#unanswered === 0) this.#place?.markBusy();
    this.#unanswered += 1;
    return this.#unanswered;
  }

  /**
   * Whether the request that has arrived may be handled. None may behind the last answer of the connection (RFC 9112, 9.6):
   * Node hands over what the same read held behind it. To end a response there would end the process: its turn never
   * comes, and Node asserts that responses finish in order.
   */
  begin(res: ServerResponse): boolean {
    if (this.#isClosing || !this.socket.writable) return false;
    this.#latest = res;
    res.on('close', onAnswerClosed);
    if (this.#isDraining) this.closeAfter(res);
    return true;
  }

  /** Notes that the response of a request that was begun is complete, or its client has disconnected. */
  end(res: ServerResponse): void {
    this.#unanswered -= 1;
    if (this.#latest === res) this.#latest = null;
    this.#notePlace();
  }

  /** The response that the connection waits for: the first one. Node has no public property for it. */
  get pending(): ServerResponse | null {
    const { _httpMessage: answer } = this.socket as Socket & { _httpMessage?: ServerResponse | null };
    return answer ?? null;
  }

  /** Makes `res` the last answer: it says so unless its headers are sent, and no request behind it is begun. */
  closeAfter(res: ServerResponse): void {
    this.#isClosing = true;
    if (!res.headersSent) res.setHeader('Connection', 'close');
  }

  /**
   * Closes the connection after the request that was begun last; when its answer can no longer say so, or there is none,
   * after the next one. Requests before it are answered, requests behind it are not begun, so that none runs unanswered.
   */
  drain(): void {
    this.#isDraining = true;
    if (this.#latest !== null && !this.#latest.headersSent) this.closeAfter(this.#latest);
  }

  /** Closes the connection once what was written to it is sent. */
  closeWhenSent(): void {
    this.#isClosing = true;
    this.socket.destroySoon();
  }

  /**
   * Counts bytes that are no request behind `answer`, and closes the connection after the last complete request that was
   * begun, or at once after many such reads.
   */
  countUnreadable(answer: ServerResponse): void {
    this.#isClosing = true;
    this.#unreadableReads += 1;
    const last = this.#latest?.req.complete ? this.#latest : answer;
    if (this.#unreadableReads === 1) last.once('finish', () => this.socket.end());
    else if (this.#unreadableReads > MAX_UNREADABLE_READS) this.socket.destroy();
  }

  /** Notes that a request waits before it begins. */
  hold(): void {
    this.#isHeld = true;
    this.#hasExcess = false;
  }

  /** Whether a request waits. If so, the one that has arrived is too many, and the connection is not read any more. */
  refuseExcess(): boolean {
    if (!this.#isHeld) return false;
    this.#hasExcess = true;
    this.socket.pause();
    return true;
  }

  /** Ends the wait. Returns whether more requests have arrived during it. */
  release(): boolean {
    this.#isHeld = false;
    return this.#hasExcess;
  }

  /** Counts a chunk of a body for its sender, in however many bodies and connections. */
  countChunk(): void {
    this.#chunks = (this.#chunks + 1) % COUNTED_CHUNKS;
    if (this.#chunks === 0) this.countFlood('chunks of bodies');
  }

  /** Counts what the connection has sent for its sender. */
  countFlood(kind: FloodKind): void {
    this.#floods.countFlood(this, kind);
  }

  /** Takes the connection back from Node, which takes its listeners off when it hands over the connection of a `CONNECT`. */
  takeBack(): void {
    for (const listener of this.#closeListeners)
      if (!this.socket.listeners('close').includes(listener)) this.socket.on('close', listener);
  }
}
