import { DEFENCES, LIMITS } from '@procurement-intents/contract';
import { ApiError } from '@procurement-intents/domain';
import type { Request } from 'express';
import { RATE_LIMITED } from '../../fair-share/rate-limited.ts';
import { connectionOf } from '../connections/connection.ts';
import type { BodyBudget } from './body-budget.ts';
import { GrowingBuffer } from './growing-buffer.ts';

const FIRST_BYTES = 1024;
// After a refusal, a well-behaved client may still send this much before it reads the response.
const MAX_DISCARDED = { bytes: LIMITS.bodyBytes, chunks: 1024 };

// Freeing smaller chunks costs more than leaving them to the garbage collector.
const LARGE_CHUNK_BYTES = 4096;

/** Frees a large chunk with memory of its own: 200 callers send chunks faster than the garbage collector frees them. */
function freeChunk({ buffer, length }: Buffer): void {
  if (length >= LARGE_CHUNK_BYTES && buffer instanceof ArrayBuffer && buffer.byteLength === length)
    buffer.transfer(0);
}

/** The bytes of a request without a body. */
export const NO_BODY = Buffer.alloc(0);

/**
 * The body of one request in one buffer. Bytes that arrive with the headers are kept until `read` or `discard` is
 * called; beyond `DEFENCES.exemptBodyBytes`, the connection is not read until then.
 */
export class RequestBody {
  readonly #req: Request;
  readonly #budget: BodyBudget;
  /** The value of `Content-Length`; null with chunked transfer encoding. */
  readonly #announcedBytes: number | null;
  readonly #buffer = new GrowingBuffer();
  /** The whole body when it arrived in one chunk: Node has copied it from the connection already. */
  #singleChunk: Buffer | null = null;
  #state: 'paused' | 'reading' | 'discarding' = 'paused';
  #maxBytes: number = LIMITS.bodyBytes;
  #size = 0;
  #chunks = 0;
  #reservedBytes = 0;
  #refusal: ApiError | null = null;
  #onEnd: (() => void) | null = null;

  constructor(req: Request, budget: BodyBudget) {
    this.#req = req;
    this.#budget = budget;
    const { 'content-length': length } = req.headers;
    this.#announcedBytes = length === undefined ? null : Number(length);
  }

  /** Adds the next chunk. Returns false to make Node pause reading. */
  add(chunk: Buffer): boolean {
    // A refusal stops the next read of the connection. What this one held is parsed to its end.
    connectionOf(this.#req.socket).countChunk();
    const mayContinue = this.#add(chunk);
    if (chunk !== this.#singleChunk) freeChunk(chunk);
    return mayContinue;
  }

  #add(chunk: Buffer): boolean {
    if (this.#refusal && this.#state !== 'discarding') return false;
    this.#chunks += 1;
    this.#size += chunk.length;
    if (this.#state === 'discarding') return this.#discard();
    this.#refusal = this.#append(chunk);
    if (this.#refusal) {
      this.#free();
      this.end();
      return false;
    }
    return this.#state === 'reading' || this.#size <= DEFENCES.exemptBodyBytes;
  }

  /** Marks the end of the body. */
  end(): void {
    const onEnd = this.#onEnd;
    this.#onEnd = null;
    onEnd?.();
  }

  /**
   * Resolves with the whole body, at most `maxBytes`. Never settles when the client disconnects first, because no
   * response can be sent then.
   *
   * @throws ApiError `BODY_TOO_LARGE`; `RATE_LIMITED` when the budget of the address is used up, `UNAVAILABLE` when the
   *   budget of the process is.
   */
  async read(maxBytes: number): Promise<Buffer> {
    this.#state = 'reading';
    this.#maxBytes = maxBytes;
    if (this.#size > maxBytes) this.#refusal ??= new ApiError('BODY_TOO_LARGE');
    if (!this.#refusal && !this.#req.complete) {
      this.#req.socket.resume();
      await new Promise<void>((resolve) => (this.#onEnd = resolve));
    }
    if (this.#refusal) throw this.#refusal;
    return this.#singleChunk ?? this.#buffer.toBuffer();
  }

  /** Frees the buffer and discards what still arrives. Calls `onEnd` at the end of the body or after too many bytes. */
  discard(onEnd: () => void = () => undefined): void {
    this.#free();
    this.#state = 'discarding';
    this.#size = 0;
    this.#onEnd = onEnd;
    if (this.#discard()) this.#req.socket.resume();
  }

  /** Appends the chunk, or returns the error that refuses it. */
  #append(chunk: Buffer): ApiError | null {
    // A chunk of any size costs about 2 us, so their number is limited too.
    if (this.#size > this.#maxBytes || this.#chunks > DEFENCES.bodyChunks)
      return new ApiError('BODY_TOO_LARGE');
    const capacity = this.#nextCapacity();
    const answer = this.#reserve(capacity);
    if (answer !== 'reserved') return answer === 'address full' ? RATE_LIMITED : new ApiError('UNAVAILABLE');
    if (chunk.length === this.#announcedBytes) {
      this.#singleChunk = chunk;
      return null;
    }
    if (capacity > this.#buffer.capacity) this.#buffer.grow(capacity);
    this.#buffer.append(chunk);
    return null;
  }

  /** Doubles the capacity, so that a body is copied few times, up to the largest size that it can have. */
  #nextCapacity(): number {
    const { capacity } = this.#buffer;
    if (this.#size <= capacity) return capacity;
    const most = this.#announcedBytes ?? LIMITS.bodyBytes;
    return most <= DEFENCES.exemptBodyBytes
      ? most
      : Math.min(Math.max(this.#size, capacity * 2, FIRST_BYTES), most);
  }

  #reserve(capacity: number): ReturnType<BodyBudget['reserve']> {
    if (capacity <= DEFENCES.exemptBodyBytes || capacity <= this.#reservedBytes) return 'reserved';
    const answer = this.#budget.reserve(this.#address, capacity - this.#reservedBytes);
    if (answer !== 'reserved') return answer;
    if (this.#reservedBytes === 0) {
      // The response closes first on a connection that stays open, the request when the client disconnects early.
      this.#req.once('close', () => this.#release());
      this.#req.res?.once('close', () => this.#release());
    }
    this.#reservedBytes = capacity;
    return answer;
  }

  get #address(): string {
    return this.#req.ip ?? '';
  }

  #release(): void {
    if (this.#reservedBytes > 0) this.#budget.release(this.#address, this.#reservedBytes);
    this.#reservedBytes = 0;
  }

  #free(): void {
    this.#buffer.free();
    this.#singleChunk = null;
    this.#release();
  }

  #discard(): boolean {
    if (this.#size <= MAX_DISCARDED.bytes && this.#chunks <= MAX_DISCARDED.chunks) return true;
    this.end();
    return false;
  }
}
