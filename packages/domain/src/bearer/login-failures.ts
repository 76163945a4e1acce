import { LOGIN_FAILURES_PER_MINUTE } from '@procurement-intents/contract/bearer';

import { BearerError } from './bearer-error.ts';

const MINUTE_MS = 60_000;

/** An attempt to log in: whose account, and from where. */
export interface LoginAttempt {
  /** The kind of the account and its name, as `user zhang.san` or `client cli_...`. */
  account: string;
  /** The address that limits count. */
  address: string;
}

/**
 * The counters of an attempt. Each is taken before anything is hashed and given back on success, so that of a thousand
 * guesses at once ten are evaluated. A pair has fewer than its account and its address: otherwise a stranger could lock
 * the account, or one person a company behind one address. The address comes first: one that is over its limit makes no
 * counter for the accounts that it names.
 *
 * @param digest - a short text for a name: names that strangers choose are of any length, and need not be known to the store.
 */
export const failureCounts = ({ account, address }: LoginAttempt, digest: (name: string) => string) => [
  { key: `login-address:${digest(address)}`, limit: LOGIN_FAILURES_PER_MINUTE.address },
  { key: `login-pair:${digest(`${address} ${account}`)}`, limit: LOGIN_FAILURES_PER_MINUTE.pair },
  { key: `login-account:${digest(account)}`, limit: LOGIN_FAILURES_PER_MINUTE.account },
];

/** The number of the minute that failures are counted in. */
export const failureWindow = (now: Date): number => Math.floor(now.getTime() / MINUTE_MS);

/** The name by which an account is looked up and its failures are counted. */
export const accountOf = (username: string): string => username.trim().toLowerCase();

/** The error of an attempt over a limit: it is not evaluated. */
export const tooManyFailures = (now: Date): BearerError<'rate_limited'> =>
  new BearerError('rate_limited', { headers: { 'Retry-After': String(secondsToNextWindow(now)) } });

/** Whole seconds until the minute ends. */
export const secondsToNextWindow = (now: Date): number =>
  Math.ceil((MINUTE_MS - (now.getTime() % MINUTE_MS)) / 1000);
