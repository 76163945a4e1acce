import { check, checkBaseUrl, checkSecret, checkTimeout, isVisible } from './check-options.ts';
import type { Health } from './generated/types.ts';
import { Intents } from './intents.ts';
import { request, type CallOptions, type Transport } from './http/request.ts';
import type { Fetch } from './runtime-types.ts';
import { shareState } from './http/shared-state.ts';
import { createSigner, type Signer } from './signing/signer.ts';

export interface CommonOptions {
  /**
   * Origin of the service, with the prefix that a gateway expects before `/api/v1` and removes. https, or http on
   * loopback.
   */
  baseUrl: string;
  /** Id of the App, as the console issued it. All clients of one App in a process share its rate limits. */
  appId: string;
  /** Bounds each call with all its waits, attempts and response bodies. Milliseconds above 0, default 60 000. */
  timeoutMs?: number | undefined;
  /** Replaces the global `fetch`, for a proxy or for tests. */
  fetch?: Fetch | undefined;
}

/** Options of a client that holds the App's secret. */
export interface SecretOptions extends CommonOptions {
  /** Secret of the App. It allows purchases in the App's name: never let it reach a browser or a phone. */
  appSecret: string;
  /** Allows a secret in a page, where every visitor can read it. Default `false`. */
  dangerouslyAllowBrowser?: boolean | undefined;
  signer?: undefined;
}

/** Options of a client whose requests are signed elsewhere, such as a page whose backend signs them. */
export interface SignerOptions extends CommonOptions {
  /** Returns the headers that sign a request; {@link createSigner} makes a signer for the backend. */
  signer: Signer;
  appSecret?: undefined;
}

export type ClientOptions = SecretOptions | SignerOptions;

// Twice the time that the service takes at most for a request: enough for one lost attempt and its retry.
const DEFAULT_TIMEOUT_MS = 60_000;

/**
 * A client of the Procurement Intent Service for one App. It signs each request, keeps to the rate limits, retries
 * what is safe to retry, and never follows a redirect. It holds no connection and needs no closing.
 *
 * @throws TypeError when an option is missing or unusable, such as a `baseUrl` without https that is not loopback, or
 *   a secret in a browser.
 */
export class ProcurementIntents {
  /** Create, follow, change, cancel and remove purchase intents. */
  readonly intents: Intents;
  readonly #transport: Transport;

  constructor(options: ClientOptions) {
    const { appId, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
    check(isVisible(appId), 'appId must be the id of an App');
    checkTimeout(timeoutMs);
    const baseUrl = checkBaseUrl(options.baseUrl);
    this.#transport = {
      baseUrl,
      timeoutMs,
      signer:
        options.signer ??
        createSigner(appId, checkSecret(options.appSecret, options.dangerouslyAllowBrowser)),
      // Looked up for each call, so that a later replacement of the global takes effect.
      fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
      shared: shareState(baseUrl, appId),
    };
    this.intents = new Intents(this.#transport);
  }

  /**
   * Checks once, unsigned, whether the service can serve requests.
   *
   * @throws ApiError `UNHEALTHY` (50001) or `DATABASE_UNAVAILABLE` (50002) when it cannot.
   */
  health(options?: CallOptions): Promise<Health> {
    return request(this.#transport, { operation: 'getHealth', isRepeatable: false }, options);
  }
}
