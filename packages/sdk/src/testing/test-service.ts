import { EXAMPLE_PURCHASE } from '@procurement-intents/contract';
import { presentIntent } from '@procurement-intents/domain';
import { createSigner, ProcurementIntents, type Intent } from '../index.ts';
import { toFetchResponse, toResponse } from './answer.ts';
import { readIncomingRequest } from './incoming-request.ts';
import { createTestClock } from './clock.ts';
import { createFaults } from './faults.ts';
import { hmacSha256 } from './hmac-sha256.ts';
import { createIntentStore } from './intent-store.ts';
import { createPurchaseRules } from './purchase-rules.ts';
import { createRateCounter } from './rate-counter.ts';
import { DroppedConnection, respond, type ServiceParts } from './respond.ts';
import { runPurchase } from './run-purchase.ts';
import type { TestApp, TestService, TestServiceOptions } from './types.ts';

const ALL_PERMISSIONS = ['intents:read', 'intents:write'] as const;
const DEFAULT_APP: TestApp = {
  appId: 'app_test',
  appSecret: 'secret_of_the_test_app',
  permissions: ALL_PERMISSIONS,
};
const ORDER = { ...EXAMPLE_PURCHASE, productUrl: 'https://item.shop-a.example/1' };

// A different address for each client keeps their rate limiters apart, which are shared by address and App.
let clients = 0;

/**
 * The service in memory, for tests. It checks signatures, fields and statuses, enforces limits, and advances
 * purchases like the real service, without a network. It opens nothing and needs no closing.
 *
 * @example
 * const service = createTestService();
 * service.purchases.fail({ title: '键盘' }, 'OUT_OF_STOCK');
 * const bought = await service.client().intents.createAndWait(service.order());
 * @throws RangeError when `now` is not a time.
 */
export function createTestService(options: TestServiceOptions = {}): TestService {
  const apps = (options.apps ?? [DEFAULT_APP]).map((each): TestApp => ({
    permissions: ALL_PERMISSIONS,
    ...each,
  }));
  const [app = DEFAULT_APP] = apps;
  const clock = createTestClock(options.now, () => parts.runDue());
  const parts: ServiceParts = {
    clock,
    apps: new Map(apps.map((each) => [each.appId, each])),
    store: createIntentStore(),
    rules: createPurchaseRules(() => clock.now()),
    counter: createRateCounter(options.limits),
    faults: createFaults(),
    received: [],
    startedAt: clock.now(),
    graceMs: options.graceMs ?? 0,
    runDue: () => runPurchases(parts),
  };
  const send = async (...[input, init]: Parameters<TestService['fetch']>) =>
    respond(parts, await readIncomingRequest(input, init));
  return {
    fetch: (input, init) => send(input, init).then(toResponse, asFetchFailure),
    client: ({ appId = app.appId, appSecret = app.appSecret, ...others } = {}) =>
      new ProcurementIntents({
        ...others,
        baseUrl: `https://${(clients += 1)}.procurement.test`,
        appId,
        signer: createSigner(appId, appSecret, (secret) => (message) => hmacSha256(secret, message)),
        fetch: (url, init) => send(url, init).then(toFetchResponse, asFetchFailure),
      }),
    handlers: (http, baseUrl = '*') => [
      http.all(`${baseUrl}/api/v1/*`, async ({ request }) =>
        send(request).then(toResponse, (error: unknown) => {
          if (error instanceof DroppedConnection) return Response.error();
          throw error;
        }),
      ),
    ],
    clock,
    purchases: parts.rules.purchases,
    fail: parts.faults.fail,
    app,
    order: (changes) => ({ ...ORDER, ...changes }),
    intents() {
      parts.runDue();
      return parts.store.all().map((intent) => {
        // The contract's type is not a union by status.
        const shown = presentIntent(intent, 'zh') as Intent;
        return { ...shown, phone: intent.phone };
      });
    },
    requests: parts.received,
    reset() {
      for (const part of [parts.store, parts.rules, parts.counter, parts.faults]) part.reset();
      parts.received.length = 0;
    },
  };
}

/** `fetch` reports a broken connection as a TypeError. */
function asFetchFailure(error: unknown): never {
  if (error instanceof DroppedConnection)
    throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
  throw error;
}

function runPurchases({ clock, store, rules }: ServiceParts): void {
  const now = clock.now();
  for (const intent of store.all()) runPurchase(intent, rules, now);
}
