import { DAY_SECONDS } from './durations.ts';

/** Environments of an installation. The prefix of its API keys names it. */
export const ENVIRONMENTS = ['test', 'live'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** What an API key begins with, by environment. */
export const API_KEY_PREFIXES = { test: 'ak_test_', live: 'ak_live_' } as const satisfies Record<
  Environment,
  string
>;

/** What tokens and secrets begin with, by kind. Base62 digits follow. */
export const TOKEN_PREFIXES = {
  access: 'at_',
  refresh: 'rt_',
  code: 'ac_',
  session: 'st_',
  clientSecret: 'cs_',
} as const;
export type TokenKind = keyof typeof TOKEN_PREFIXES;

/** The digits of tokens, secrets and API keys: letters and digits alone, so that a double click marks all of them. */
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Random digits of a token, a secret or an API key: 256 bits. */
export const RANDOM_DIGITS = 43;
/** Digits of an API key's checksum, a CRC-32 of all that is before it. */
export const CHECKSUM_DIGITS = 6;

/** The form of an API key: its prefix, 43 random digits and 6 of the checksum. */
export const API_KEY_PATTERN = /^ak_(test|live)_[0-9A-Za-z]{49}$/;
/** The form of a token or secret, without its prefix. */
export const TOKEN_DIGITS_PATTERN = /^[0-9A-Za-z]{43}$/;
/** Characters at the beginning of an API key by which lists show it. */
export const KEY_HINT_CHARS = 12;

/** How long credentials are valid, in seconds. API keys do not expire. Source: interface, "Bearer scheme". */
export const LIFETIMES = {
  accessTokenSeconds: 3600,
  sessionTokenSeconds: 3600,
  refreshTokenSeconds: 30 * DAY_SECONDS,
  codeSeconds: 60,
  deviceCodeSeconds: 600,
  /** For so long after its end a token is answered `token_expired`, and kept. */
  expiredSeconds: DAY_SECONDS,
} as const;
