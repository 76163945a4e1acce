import { LIMITS } from '@procurement-intents/contract';
import type { Request } from 'express';
import { ApiError } from '../../errors.ts';
import type { BodyBudget } from './body-budget.ts';
import { GrowingBuffer } from './growing-buffer.ts';

/**
 * What a body may take without the budget. No valid create or update is larger, however it is escaped, so bodies of
 * others never get one refused; connections are bounded, and all of these with them.
 */
export const EXEMPT_BYTES = 16 * 1024;
const FIRST_BYTES = 1024;
// After a refusal: what a good client may still be sending before it reads its answer. None sends so many pieces by then.
const MAX_DISCARDED = { bytes: LIMITS.bodyBytes, pieces: 1024 };

// Below it, freeing costs more than waiting for the next collection.
const LARGE_PIECE_BYTES = 4096;

/** Node has made the piece for us alone. Two hundred callers bring such pieces faster than they would be collected. */
function freePiece({ buffer, length }: Buffer): void {
  if (length >= LARGE_PIECE_BYTES && buffer instanceof ArrayBuffer && buffer.byteLength === length)
    buffer.transfer(0);
}

/** The bytes of a request without a body. */
export const NO_BODY = Buffer.alloc(0);

/**
 * The body of one request in one buffer. What comes with the head is kept until somebody asks for the body; beyond
 * `EXEMPT_BYTES` the connection is not read until then.
 */
export class RequestBody {
  readonly #req: Request;
  readonly #budget: BodyBudget;
  /** As `Content-Length` says; null for chunks. */
  readonly #announcedBytes: number | null;
  readonly #buffer = new GrowingBuffer();
  /** The body, when it came in one piece: Node has copied it from the connection already. */
  #singlePiece: Buffer | null = null;
  #state: 'paused' | 'reading' | 'discarding' = 'paused';
  #maxBytes: number = LIMITS.bodyBytes;
  #size = 0;
  #pieces = 0;
  #reservedBytes = 0;
  #refusal: ApiError | null = null;
  #onEnd: (() => void) | null = null;

  constructor(req: Request, budget: BodyBudget) {
    this.#req = req;
    this.#budget = budget;
    const { 'content-length': length } = req.headers;
    this.#announcedBytes = length === undefined ? null : Number(length);
  }

  /** Adds the next piece; false asks Node to read no further for now. */
  add(piece: Buffer): boolean {
    const mayContinue = this.#add(piece);
    if (piece !== this.#singlePiece) freePiece(piece);
    return mayContinue;
  }

  #add(piece: Buffer): boolean {
    if (this.#refusal && this.#state !== 'discarding') return false;
    this.#pieces += 1;
    this.#size += piece.length;
    if (this.#state === 'discarding') return this.#discard();
    this.#refusal = this.#append(piece);
    if (this.#refusal) {
      this.#free();
      this.end();
      return false;
    }
    return this.#state === 'reading' || this.#size <= EXEMPT_BYTES;
  }

  /** Notes that nothing more comes. */
  end(): void {
    const onEnd = this.#onEnd;
    this.#onEnd = null;
    onEnd?.();
  }

  /**
   * The bytes of the whole body, at most `maxBytes`. Never settles when the caller leaves before: nobody is left to be
   * answered.
   *
   * @throws ApiError `BODY_TOO_LARGE`; `RATE_LIMITED` when bodies of the address, or `UNAVAILABLE` when those of all
   *   callers, take as much as they may.
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
    return this.#singlePiece ?? this.#buffer.toBuffer();
  }

  /** Frees what was kept, and throws away what still comes. Calls `onEnd` when nothing more comes, or too much. */
  discard(onEnd: () => void = () => undefined): void {
    this.#free();
    this.#state = 'discarding';
    this.#size = 0;
    this.#onEnd = onEnd;
    if (this.#discard()) this.#req.socket.resume();
  }

  /** Puts the piece behind the others, or says why not. */
  #append(piece: Buffer): ApiError | null {
    // A piece costs the process some 2 us, whatever is in it.
    if (this.#size > this.#maxBytes || this.#pieces > LIMITS.bodyPieces)
      return new ApiError('BODY_TOO_LARGE');
    const capacity = this.#nextCapacity();
    const answer = this.#reserve(capacity);
    if (answer !== 'reserved')
      return new ApiError(answer === 'address full' ? 'RATE_LIMITED' : 'UNAVAILABLE');
    if (piece.length === this.#announcedBytes) {
      this.#singlePiece = piece;
      return null;
    }
    if (capacity > this.#buffer.capacity) this.#buffer.grow(capacity);
    this.#buffer.append(piece);
    return null;
  }

  /** Doubles, so that a body is copied few times, and never beyond what may come. */
  #nextCapacity(): number {
    const { capacity } = this.#buffer;
    if (this.#size <= capacity) return capacity;
    const most = this.#announcedBytes ?? LIMITS.bodyBytes;
    return most <= EXEMPT_BYTES ? most : Math.min(Math.max(this.#size, capacity * 2, FIRST_BYTES), most);
  }

  #reserve(capacity: number): ReturnType<BodyBudget['reserve']> {
    if (capacity <= EXEMPT_BYTES || capacity <= this.#reservedBytes) return 'reserved';
    const answer = this.#budget.reserve(this.#address, capacity - this.#reservedBytes);
    if (answer !== 'reserved') return answer;
    if (this.#reservedBytes === 0) {
      // Whichever comes first: the answer's when its connection lives on, the request's when the caller leaves before its turn.
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
    this.#singlePiece = null;
    this.#release();
  }

  #discard(): boolean {
    if (this.#size <= MAX_DISCARDED.bytes && this.#pieces <= MAX_DISCARDED.pieces) return true;
    this.end();
    return false;
  }
}
