import type { CallOptions, Signer } from '../support/sign.ts';

/**
 * Where an intent has to have come on its own before a row goes on; SHIPPED is COMPLETED with a parcel, `published`: all
 * its events so far are in the feed.
 */
export type Place = 'ordered' | 'COMPLETED' | 'FAILED' | 'SHIPPED' | 'published';

/** An answer, as both services give it. */
export interface RawAnswer {
  status: number;
  headers: { get(name: string): string | null };
  body: any;
}

/** What a call to the company's side sends beside method and path. */
export interface CompanyCall {
  /** API key or token. */
  credential?: string;
  body?: unknown;
  /** Bytes to send instead of `body`. */
  rawBody?: string;
  /** A form to send instead of `body`. */
  form?: string;
  headers?: Record<string, string>;
}

/** The second argument of `fetch` for such a call. */
export function companyRequest(method: string, { credential, body, rawBody, form, headers }: CompanyCall) {
  const text = form ?? rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
  return {
    method,
    ...(text !== undefined && { body: text }),
    headers: {
      ...(credential !== undefined && { Authorization: `Bearer ${credential}` }),
      ...(text !== undefined && { 'Content-Type': type }),
      ...headers,
    },
  };
}

/** The body of an answer: parsed if it is JSON, null if there is none. */
export function parseBody(text: string, type: string | null): unknown {
  if (text === '') return null;
  return type?.startsWith('application/json') ? JSON.parse(text) : text;
}

/** One of the two services that have to agree. Both begin at the same instant and know the same Apps. */
export interface World {
  call(method: string, path: string, options?: CallOptions): Promise<RawAnswer>;
  company(method: string, path: string, call: CompanyCall): Promise<RawAnswer>;
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
  /** May read, and write drafts alone. */
  drafter: Signer;
  /** Calls in the rows of events alone. */
  follower: Signer;
}

export const START = '2026-11-21T08:30:00.000Z';
/** Longer than any row, so that an intent stays SUBMITTED unless the row lets it go. */
export const GRACE_MS = 60_000;
