import { CAPACITIES, DEFENCES } from '@procurement-intents/contract';
import { addressKey } from '../../address-key.ts';

/** Bytes that unfinished request bodies may hold together. */
export interface BodyBudgetLimits {
  /** For the whole process. Default `CAPACITIES.bodyBytes`. */
  processBytes?: number;
  /** For one address, or one /64 for IPv6. Default `DEFENCES.bodyBytesPerAddress`: eight bodies of the maximum size. */
  addressBytes?: number;
}

/** Counts the bytes that unfinished request bodies hold, for the process and for each address. */
export class BodyBudget {
  readonly #processBytes: number;
  readonly #addressBytes: number;
  readonly #byAddress = new Map<string, number>();
  #reservedBytes = 0;

  constructor({
    processBytes = CAPACITIES.bodyBytes,
    addressBytes = DEFENCES.bodyBytesPerAddress,
  }: BodyBudgetLimits = {}) {
    this.#processBytes = processBytes;
    this.#addressBytes = addressBytes;
  }

  /** Bytes that are reserved now. */
  get reservedBytes(): number {
    return this.#reservedBytes;
  }

  /** Reserves `bytes` for a body from `address`, or reserves nothing and returns which limit is reached. */
  reserve(address: string, bytes: number): 'reserved' | 'address full' | 'process full' {
    const key = addressKey(address);
    const ofAddress = (this.#byAddress.get(key) ?? 0) + bytes;
    if (ofAddress > this.#addressBytes) return 'address full';
    if (this.#reservedBytes + bytes > this.#processBytes) return 'process full';
    this.#byAddress.set(key, ofAddress);
    this.#reservedBytes += bytes;
    return 'reserved';
  }

  /** Releases what `reserve` reserved. */
  release(address: string, bytes: number): void {
    const key = addressKey(address);
    const left = (this.#byAddress.get(key) ?? 0) - bytes;
    if (left > 0) this.#byAddress.set(key, left);
    else this.#byAddress.delete(key);
    this.#reservedBytes -= bytes;
  }
}
