import cluster from 'node:cluster';
import type { Lock } from './locks/lock.ts';
import { memoryLock } from './locks/memory-lock.ts';
import { logToStdout } from './log.ts';
import type { Log } from './log.ts';

export interface GatewayOptions {
  /** Bearer tokens of the service: one, or two while one replaces the other. At least 16 characters each. */
  tokens: readonly string[];
  /** Path before all routes, such as `/shop-a`; default none. */
  prefix?: string;
  /** Excludes other processes. Default {@link memoryLock}, for one process only. */
  lock?: Lock;
  /** Orders that are placed or cancelled at once; default 8. */
  maxPlacing?: number;
  /** The most time for one request, in milliseconds; default 7,000. Keep it below the service's `PLATFORM_TIMEOUT_MS`. */
  placeTimeoutMs?: number;
  /**
   * After so many milliseconds, a call no longer runs in the shop, even when its client has gone; default 3,000. An order is
   * paid only while so much is left of the request's time.
   */
  callTimeoutMs?: number;
  /** How far the clocks of shop and gateways may differ, in milliseconds; default 1,000. */
  clockSkewMs?: number;
  /** Orders that were begun and not written to for so many milliseconds are removed; default an hour. */
  sweepAfterMs?: number;
  /**
   * Changes younger than this are left for the next list, in milliseconds; default 1,000. Longer than any transaction of the
   * shop, so that no change appears before one that was listed.
   */
  listDelayMs?: number;
  /** Orders that the shop takes in a second, as the service is told; default `maxPlacing`. */
  ordersPerSecond?: number;
  /** The most pieces in one order; default 999,999. */
  maxQuantity?: number;
  /**
   * Public address of this gateway, such as `https://shop.example`. With it, `/products/…` below it are product pages that
   * show what `quote` returns, for shops without pages of their own.
   */
  publicUrl?: string;
  /** Receives each line of the log; default JSON on standard output. */
  log?: Log;
}

export type Settings = Required<Omit<GatewayOptions, 'publicUrl'>> & { publicUrl: URL | null };

const MIN_TOKEN_LENGTH = 16;

/** Fills in the defaults. @throws RangeError that names the option that cannot work. */
export function readOptions(options: GatewayOptions): Settings {
  const maxPlacing = options.maxPlacing ?? 8;
  const settings: Settings = {
    prefix: '',
    lock: memoryLock(),
    maxPlacing,
    placeTimeoutMs: 7_000,
    callTimeoutMs: 3_000,
    clockSkewMs: 1_000,
    sweepAfterMs: 3_600_000,
    listDelayMs: 1_000,
    ordersPerSecond: maxPlacing,
    maxQuantity: 999_999,
    log: logToStdout,
    ...withoutUndefined(options),
    publicUrl: options.publicUrl === undefined ? null : new URL(options.publicUrl),
  };
  checkTokens(settings.tokens);
  checkNumbers(settings);
  if (!/^(\/[\w.~-]+)*$/.test(settings.prefix)) throw new RangeError('prefix must look like /shop-a');
  // Where one process can know that it has others beside it.
  if (!settings.lock.isShared && (cluster.isWorker || process.env['NODE_APP_INSTANCE'] !== undefined))
    throw new RangeError('lock: several processes need a lock that they share, such as postgresLock');
  return settings;
}

function checkTokens(tokens: readonly string[]): void {
  if (tokens.length < 1 || tokens.length > 2) throw new RangeError('tokens must be one token or two');
  for (const token of tokens) {
    if (!/^[\x21-\x7e]+$/.test(token) || token.length < MIN_TOKEN_LENGTH)
      throw new RangeError(`tokens must have ${MIN_TOKEN_LENGTH} visible ASCII characters or more`);
  }
}

function checkNumbers(settings: Settings): void {
  const { placeTimeoutMs, callTimeoutMs, clockSkewMs, sweepAfterMs, lock } = settings;
  for (const name of ['maxPlacing', 'placeTimeoutMs', 'callTimeoutMs', 'maxQuantity'] as const) {
    if (!Number.isSafeInteger(settings[name]) || settings[name] < 1)
      throw new RangeError(`${name} must be a whole number above 0`);
  }
  for (const name of ['clockSkewMs', 'listDelayMs'] as const) {
    if (!(settings[name] >= 0 && settings[name] < Infinity))
      throw new RangeError(`${name} must be 0 or more`);
  }
  if (!(settings.ordersPerSecond > 0)) throw new RangeError('ordersPerSecond must be above 0');
  if (callTimeoutMs >= placeTimeoutMs) throw new RangeError('callTimeoutMs must be below placeTimeoutMs');
  if (!(lock.confirmMs >= 0 && lock.confirmMs < Infinity))
    throw new RangeError('lock: confirmMs must be 0 or more');
  if (sweepAfterMs < placeTimeoutMs + 2 * callTimeoutMs + lock.confirmMs + clockSkewMs)
    throw new RangeError(
      'sweepAfterMs must exceed placeTimeoutMs, twice callTimeoutMs, confirmMs of the lock and clockSkewMs together',
    );
}

function withoutUndefined<T extends object>(options: T): Omit<T, 'publicUrl'> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Omit<
    T,
    'publicUrl'
  >;
}
