const EMPTY = new Uint8Array(0);

/** Bytes that arrive in pieces, in one buffer that grows with them. */
export class GrowingBuffer {
  #bytes: Uint8Array<ArrayBuffer> = EMPTY;
  #length = 0;

  /** How much the buffer holds before it has to grow. */
  get capacity(): number {
    return this.#bytes.length;
  }

  /** Makes the buffer hold `room` bytes. Unlike a copy this frees the smaller one at once, not with the next collection. */
  grow(capacity: number): void {
    this.#bytes =
      this.#bytes === EMPTY
        ? new Uint8Array(capacity)
        : new Uint8Array(this.#bytes.buffer.transfer(capacity));
  }

  /** Copies `piece` behind what is there; there must be room for it. */
  append(piece: Uint8Array): void {
    this.#bytes.set(piece, this.#length);
    this.#length += piece.length;
  }

  /** What was appended so far, without a copy. */
  toBuffer(): Buffer {
    return Buffer.from(this.#bytes.buffer, 0, this.#length);
  }

  /** Frees the bytes at once; buffers that were given out are empty from then on. */
  free(): void {
    if (this.#bytes !== EMPTY) this.#bytes.buffer.transfer(0);
    this.#bytes = EMPTY;
    this.#length = 0;
  }
}
