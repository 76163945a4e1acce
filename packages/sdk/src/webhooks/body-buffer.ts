/** A webhook of the service has 16 kB at most. */
export const MAX_BODY_BYTES = 64 * 1024;

const FIRST_BYTES = 4096;

/** The bytes of a body as they arrive. It grows with them, so that an idle sender holds little, and one byte at a time no more. */
export class BodyBuffer {
  #bytes = new Uint8Array(FIRST_BYTES);
  #size = 0;

  /** @returns false when the body has become too large; `part` is then not kept. */
  add(part: Uint8Array): boolean {
    const size = this.#size + part.length;
    if (size > MAX_BODY_BYTES) return false;
    if (size > this.#bytes.length) {
      const larger = new Uint8Array(Math.min(Math.max(size, this.#bytes.length * 4), MAX_BODY_BYTES));
      larger.set(this.#bytes.subarray(0, this.#size));
      this.#bytes = larger;
    }
    this.#bytes.set(part, this.#size);
    this.#size = size;
    return true;
  }

  whole(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }
}
