import { checkOption, isVisible } from './check-options.ts';
import type { ClientOptions, SignerOptions } from './client-options.ts';
import type { Health } from './generated/types.ts';
import { Events } from './events.ts';
import { Intents } from './intents.ts';
import { Webhooks } from './webhook-endpoints.ts';
import type { CallOptions } from './http/call-options.ts';
import { readOptions } from './http/read-options.ts';
import { request, type ResponsePromise, type Transport } from './http/request.ts';
import { completeOptions } from './environment.ts';
import { shareState } from './http/shared-state.ts';
import { createSignedScheme } from './signed-scheme.ts';

/**
 * A {@link ProcurementIntents} whose requests are all signed elsewhere: the smaller one for pages, because it contains
 * neither the signature nor the environment.
 *
 * @example const client = new SignerClient({ baseUrl: 'https://procurement.example', appId: 'app_1', signer });
 */
export class SignerClient {
  /** Create, follow, change, cancel and remove purchase intents. */
  readonly intents: Intents;
  /** What has happened to them. */
  readonly events: Events;
  /** Where they are sent. */
  readonly webhooks: Webhooks;
  readonly #transport: Transport;

  /** @throws TypeError when an option is missing or unusable, such as a `baseUrl` without https that is not loopback. */
  constructor(options: SignerOptions) {
    const { appId, signer } = options;
    checkOption(isVisible(appId), 'appId');
    const parts = readOptions(options);
    const shared = shareState(parts.baseUrl, appId);
    this.#transport = { ...parts, shared, scheme: createSignedScheme(signer, shared.clock, parts.baseUrl) };
    this.intents = new Intents(this.#transport);
    this.events = new Events(this.#transport);
    this.webhooks = new Webhooks(this.#transport);
  }

  /**
   * Checks once, unsigned, whether the service can serve requests.
   *
   * @example console.log((await client.health()).status);
   * @throws ApiError `UNHEALTHY` (50001) or `DATABASE_UNAVAILABLE` (50002) when it cannot.
   */
  health(options?: CallOptions): ResponsePromise<Health> {
    return request(this.#transport, { operation: 'getHealth', isRepeatable: false }, options);
  }
}

/**
 * A client of the Procurement Intent Service for one App. It signs each request, keeps to the rate limits, retries
 * what is safe to retry, and never follows a redirect. It holds no connection and needs no closing.
 *
 * @example
 * const client = new ProcurementIntents(); // with PROCUREMENT_BASE_URL, _APP_ID and _APP_SECRET in the environment
 * const intent = await client.intents.createAndWait(order);
 */
export class ProcurementIntents extends SignerClient {
  /**
   * @param options - what is left out comes from the environment, except in the build for browsers and workers.
   * @throws TypeError when an option is missing here and in the environment, or unusable, such as a `baseUrl` without
   *   https that is not loopback, or a secret in a browser; in Node also for a misspelt option.
   */
  constructor(options: ClientOptions = {}) {
    super(completeOptions(options));
  }
}
