import type { CallLimits } from './http/call-options.ts';
import type { OnAttempt } from './http/on-attempt.ts';
import type { Fetch } from './runtime-types.ts';
import type { Signer } from './signing/signer.ts';

export interface CommonOptions extends CallLimits {
  /**
   * Origin of the service, with the prefix that a gateway expects before `/api/v1` and removes. https, or http on
   * loopback.
   */
  baseUrl: string;
  /** Id of the App, as the console issued it. All clients of one App in a process share its rate limits. */
  appId: string;
  /** Language of messages, in `statusMessage` and in errors: Chinese or English. Default `zh`. */
  language?: 'zh' | 'en' | undefined;
  /** Called before each attempt of a call, and through the function that it returns after it: for traces and metrics. */
  onAttempt?: OnAttempt | undefined;
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
  dangerouslyAllowBrowser?: undefined;
}

/** What may be left out, or be undefined as a variable of the environment may be. */
type Optional<T> = { [K in keyof T]?: T[K] | undefined };

/**
 * Options of a client. In Node, Bun and Deno, `baseUrl`, `appId` and `appSecret` come from the environment variables
 * `PROCUREMENT_BASE_URL`, `PROCUREMENT_APP_ID` and `PROCUREMENT_APP_SECRET` when they are left out. The build for browsers
 * and workers (Cloudflare, the edge runtime of Next) reads no environment.
 */
export type ClientOptions =
  Optional<SecretOptions> | (Optional<CommonOptions> & Omit<SignerOptions, keyof CommonOptions>);
