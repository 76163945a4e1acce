const EMPTY = new Uint8Array(0);

/** Collects chunks of bytes in one buffer that grows as needed. */
export class GrowingBuffer {
  #bytes: Uint8Array<ArrayBuffer> = EMPTY;
  #length = 0;

  /** Bytes that the buffer can hold before it must grow. */
  get capacity(): number {
    return this.#bytes.length;
  }

  /** Grows the buffer to `capacity` bytes. Unlike a copy, a transfer frees the smaller buffer at once. */
  grow(capacity: number): void {
    this.#bytes =
      this.#bytes === EMPTY
        ? new Uint8Array(capacity)
        : new Uint8Array(this.#bytes.buffer.transfer(capacity));
  }

  /** Copies `chunk` to the end; the capacity must suffice. */
  append(chunk: Uint8Array): void {
    this.#bytes.set(chunk, this.#length);
    this.#length += chunk.length;
  }

  /** The appended bytes, without a copy. */
  toBuffer(): Buffer {
    return Buffer.from(this.#bytes.buffer, 0, this.#length);
  }

  /** Frees the memory at once; buffers that `toBuffer` returned become empty. */
  free(): void {
    if (this.#bytes !== EMPTY) this.#bytes.buffer.transfer(0);
    this.#bytes = EMPTY;
    this.#length = 0;
  }
}
