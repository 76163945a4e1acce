import type { ErrorName } from '../../src/errors.ts';
import { ROUTES } from '../../src/signed/route-table.ts';

/** What a signature depends on. */
export interface SignedParts {
  appSecret: string;
  method: string;
  /** Path and query, as on the request line. */
  path: string;
  timestamp: string;
  body?: string;
  /** A body that is not text. */
  bodyBase64?: string;
  /** A body too long to write out: `before`, `count` times `unit`, `after`. */
  bodyRepeat?: { before: string; unit: string; count: number; after: string };
}

export interface VectorCase extends Partial<SignedParts> {
  name: string;
  signedAs?: Partial<SignedParts>;
  /** Default `accept`. */
  expect?: 'accept' | ErrorName;
  /** Another way to write the signature's hex digits. */
  writeHex?: (hex: string) => string;
}

export const INTENTS = ROUTES.listIntents.path;
export const INTENT = ROUTES.getIntent.path.replace(':id', 'int_01a1fd8da8ac72e880244d1234edbc0b');
export const NOW = '1795251600000';
export const OBJECT = '{"remarks":"请放前台"}';

/** Defaults of a case. */
export const DEFAULTS = {
  appSecret: 'example-secret',
  method: 'GET',
  path: INTENTS,
  timestamp: NOW,
} as const;

/** The time of the vectors, `ms` later. */
export const shifted = (ms: number): string => String(Number(NOW) + ms);
