import { DEFAULT_PERMISSIONS, EXAMPLE_PURCHASE, PERMISSIONS } from '@procurement-intents/contract';
import { presentIntent } from '@procurement-intents/domain';
import type { Intent } from '../index.ts';
import { shownClient, shownKey, shownPerson } from './company/register-members.ts';
import { connect } from './calls/connect.ts';
import { openParts } from './open-parts.ts';
import type { TestApp, TestService, TestServiceOptions } from './types.ts';
import type { MemoryEndpoint } from './webhooks/endpoints.ts';
import { deliverTo } from './webhooks/send.ts';

const DEFAULT_APP: TestApp = {
  appId: 'app_test',
  appSecret: 'secret_of_the_test_app',
  // As the demo App of the service has them.
  permissions: PERMISSIONS.filter((permission) => permission !== 'intents:draft'),
};
const ORDER = { ...EXAMPLE_PURCHASE, productUrl: 'https://item.shop-a.example/1' };
const { userId: _nobody, ...PURCHASE } = ORDER;
const REQUEST = { ...PURCHASE, justification: '新员工入职配备' };

/**
 * The service in memory, for tests. It checks signatures, fields and statuses, enforces limits, and advances
 * purchases like the real service, without a network. It opens nothing and needs no closing.
 *
 * Of the company's side it has `/v1/profile`, `/v1/suppliers`, `/v1/contracts`, `/v1/purchase-requests`, `/v1/orders`,
 * `/v1/reports`, `/auth` and the grant `client_credentials` of `/oauth/token`. All other paths are answered `not_found`: what
 * administrators do, the dashboard, and the other grants and pages of OAuth.
 *
 * @example
 * const service = createTestService();
 * service.purchases.fail({ title: '键盘' }, 'OUT_OF_STOCK');
 * const bought = await service.client().intents.createAndWait(service.order());
 * @throws RangeError when `now` is not a time.
 */
export function createTestService(options: TestServiceOptions = {}): TestService {
  const apps = (options.apps ?? [DEFAULT_APP]).map((each): TestApp => ({
    permissions: DEFAULT_PERMISSIONS,
    ...each,
  }));
  const [app = DEFAULT_APP] = apps;
  const parts = openParts(options, apps);
  const { clock, members, records, store, plans, counter, faults, logins } = parts;
  return {
    ...connect(parts, app),
    clock,
    purchases: plans.purchases,
    fail: faults.fail,
    people: members.people.map(shownPerson) as unknown as TestService['people'],
    apiKeys: members.keys.map(shownKey),
    oauthClients: members.clients.map(shownClient),
    async deliverWebhooks() {
      const { onWebhook: handler } = parts;
      if (!handler) throw new TypeError('deliverWebhooks needs the option onWebhook');
      parts.runDue();
      const now = clock.now();
      const { webhooks, newId } = parts;
      const all = [...webhooks.all.values()];
      const ownerOf = ({ endpoint }: MemoryEndpoint) => parts.apps.get(endpoint.appId) as TestApp;
      for (const one of all)
        webhooks.queue(one, store.feed(one.endpoint.appId), { app: ownerOf(one), now, newId });
      let sent = 0;
      for (const one of all) sent += await deliverTo(one, { app: ownerOf(one), handler, now, store });
      return sent;
    },
    app,
    order: (changes) => ({ ...ORDER, ...changes }),
    purchaseRequest: (changes) => ({ ...REQUEST, ...changes }),
    intents() {
      parts.runDue();
      return store.all().map((intent) => {
        // The contract's type is not a union by status.
        const shown = presentIntent(intent, 'zh') as Intent;
        return { ...shown, phone: intent.phone };
      });
    },
    requests: parts.received,
    reset() {
      for (const part of [store, parts.webhooks, plans, counter, faults, members, records, logins])
        part.reset();
      parts.received.length = 0;
    },
  };
}
