import type { Fetch } from './attempt.ts';
import type { Health } from './generated/types.ts';
import { Intents } from './intents.ts';
import { request, type CallOptions, type Transport } from './request.ts';
import { createSigner } from './sign.ts';

export interface ClientOptions {
  /** Origin of the service, with the prefix that a gateway may put before `/api/v1`. https, or http on loopback. */
  baseUrl: string;
  /** Id of the App, as the console issued it. */
  appId: string;
  /** Secret of the App. Whoever has it can buy in the App's name: never let it reach a browser or a phone. */
  appSecret: string;
  /** Bounds each call: waits, attempts and bodies. Milliseconds above 0, default 60 000. */
  timeoutMs?: number | undefined;
  /** In place of the global `fetch`, for a proxy or for tests. */
  fetch?: Fetch | undefined;
}

// Twice what the service allows itself for a request: room for one that was lost and its repetition.
const DEFAULT_TIMEOUT_MS = 60_000;

/**
 * A client of the Procurement Intent Service in the name of one App. It signs and stamps each request, repeats what
 * is safe to repeat, and never follows a redirect. It holds no connection and needs no closing.
 *
 * @throws TypeError when an option is missing or unusable, such as a `baseUrl` without https that is not loopback.
 */
export class ProcurementIntents {
  /** Create, follow, change, cancel and remove purchase intents. */
  readonly intents: Intents;
  readonly #transport: Transport;

  constructor(options: ClientOptions) {
    const { appId, appSecret, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
    if (typeof appId !== 'string' || !/^[\x21-\x7e]+$/.test(appId)) {
      throw new TypeError('appId must be the id of an App');
    }
    if (typeof appSecret !== 'string' || appSecret === '') {
      throw new TypeError('appSecret must be the secret of the App');
    }
    if (!(timeoutMs > 0)) throw new TypeError('timeoutMs must be a number above 0');
    this.#transport = {
      baseUrl: checkBaseUrl(options.baseUrl),
      signer: createSigner(appId, appSecret),
      timeoutMs,
      // Looked up for each call, so that what replaces the global later is heeded.
      fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    };
    this.intents = new Intents(this.#transport);
  }

  /**
   * Asks the service once, unsigned, whether it can serve.
   *
   * @throws ApiError `UNHEALTHY` (50001) or `DATABASE_UNAVAILABLE` (50002) when it cannot.
   */
  async health(options?: CallOptions): Promise<Health> {
    return request(this.#transport, { operation: 'getHealth', isRepeatable: false }, options);
  }
}

function checkBaseUrl(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) throw new TypeError('baseUrl must be an absolute address');
  const { protocol, origin, pathname, hostname, username, password, search, hash } = new URL(baseUrl);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname))) {
    throw new TypeError('baseUrl must be https: plain http is for loopback only');
  }
  if (username || password || search || hash) {
    throw new TypeError('baseUrl must not have credentials, a query or a fragment');
  }
  const prefix = pathname.replace(/\/+$/, '');
  if (prefix.endsWith('/api/v1')) throw new TypeError('baseUrl must not include /api/v1: the client adds it');
  return origin + prefix;
}

/** `hostname` as a parsed URL has it, where every spelling of an IPv4 address has become four decimals. */
function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}
