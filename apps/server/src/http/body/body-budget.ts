import { LIMITS } from '@procurement-intents/contract';
import { addressKey } from '../address-key.ts';

const PROCESS_BYTES = 64 * 1024 * 1024;

/** Bytes that bodies under way may take together. */
export interface BodyBudgetLimits {
  /** In the whole process. Default 64 MB: an API container has 512 MB, and parsing needs some as well. */
  processBytes?: number;
  /** Of one address; of one /64 for IPv6. Default `LIMITS.bodyBytesPerAddress`: eight of the largest. */
  addressBytes?: number;
}

/** Counts the bytes that bodies under way take, for the process and for each address. */
export class BodyBudget {
  readonly #processBytes: number;
  readonly #addressBytes: number;
  readonly #byAddress = new Map<string, number>();
  #reservedBytes = 0;

  constructor({
    processBytes = PROCESS_BYTES,
    addressBytes = LIMITS.bodyBytesPerAddress,
  }: BodyBudgetLimits = {}) {
    this.#processBytes = processBytes;
    this.#addressBytes = addressBytes;
  }

  /** Bytes that are taken now. */
  get reservedBytes(): number {
    return this.#reservedBytes;
  }

  /** Takes `bytes` for a body from `address`, or says whose share is used up and takes nothing. */
  reserve(address: string, bytes: number): 'reserved' | 'address full' | 'process full' {
    const key = addressKey(address);
    const ofAddress = (this.#byAddress.get(key) ?? 0) + bytes;
    if (ofAddress > this.#addressBytes) return 'address full';
    if (this.#reservedBytes + bytes > this.#processBytes) return 'process full';
    this.#byAddress.set(key, ofAddress);
    this.#reservedBytes += bytes;
    return 'reserved';
  }

  /** Gives back what `take` took. */
  release(address: string, bytes: number): void {
    const key = addressKey(address);
    const left = (this.#byAddress.get(key) ?? 0) - bytes;
    if (left > 0) this.#byAddress.set(key, left);
    else this.#byAddress.delete(key);
    this.#reservedBytes -= bytes;
  }
}
