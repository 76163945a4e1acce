import type { CallOptions, Signer } from '../support/sign.ts';

/** Where an intent has to have come on its own before a row goes on; SHIPPED is COMPLETED with a parcel. */
export type Place = 'ordered' | 'COMPLETED' | 'FAILED' | 'SHIPPED';

/** An answer, as both services give it. */
export interface RawAnswer {
  status: number;
  headers: { get(name: string): string | null };
  body: { code: number; message: string; data: any };
}

/** One of the two services that have to agree. Both begin at the same instant and know the same Apps. */
export interface World {
  call(method: string, path: string, options?: CallOptions): Promise<RawAnswer>;
  advance(ms: number): void;
  nowMs(): number;
  /** Resolves when what becomes of the intent without its caller has happened. */
  settle(id: string, place: Place): Promise<void>;
  stop(): Promise<void>;
}

/** The callers of all rows, known to both. */
export interface Callers {
  main: Signer;
  other: Signer;
  reader: Signer;
  writer: Signer;
}

export const START = '2026-11-21T08:30:00.000Z';
/** Longer than any row, so that an intent stays SUBMITTED unless the row lets it go. */
export const GRACE_MS = 60_000;
