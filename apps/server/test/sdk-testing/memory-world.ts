import { PERMISSIONS } from '@procurement-intents/contract';
import { createTestService } from '../../../../packages/sdk/src/testing/index.ts';
import { signedRequest } from '../support/sign.ts';
import { PASSWORD } from '../support/bearer.ts';
import { CLIENTS, KEYS, PEOPLE, type Secrets } from './members.ts';
import { type Callers, companyRequest, GRACE_MS, parseBody, START, type World } from './world.ts';

const BASE_URL = 'https://procurement.test';

/** Apps of tests may do all but draft alone, unless a test says otherwise. */
const withAll = (signer: Callers['main']) => ({
  ...signer,
  permissions: PERMISSIONS.filter((permission) => permission !== 'intents:draft'),
});

/** The SDK's service in memory, with rules that make its purchases end as the sandbox's items do. */
export function startMemoryWorld(callers: Callers, secrets: Secrets): World {
  const { main, other, reader, writer, drafter, follower } = callers;
  const service = createTestService({
    now: START,
    graceMs: GRACE_MS,
    ...membersOf(secrets),
    apps: [
      withAll(main),
      withAll(other),
      { ...reader, permissions: ['intents:read'] },
      { ...writer, permissions: ['intents:write'] },
      { ...drafter, permissions: ['intents:read', 'intents:draft'] },
      withAll(follower),
    ],
  });
  const item = (name: string) => ({ productUrl: new RegExp(`/items/${name}\\?`) });
  service.purchases.hold(item('slow'));
  service.purchases.hold(item('slow-fee'), { cancellationFee: 5 });
  service.purchases.hold(item('shipped'), { isShipped: true });
  service.purchases.fail(item('out-of-stock'), 'OUT_OF_STOCK');
  service.purchases.fail(item('undeliverable'), 'ADDRESS_UNDELIVERABLE');
  service.purchases.hidePage(item('missing'));
  return {
    async call(method, path, options) {
      const timestamp = String(service.clock.now().getTime());
      const request = signedRequest({ method, path, timestamp }, { signer: main, ...options });
      const response = await service.fetch(BASE_URL + path, request);
      const { status } = response;
      return {
        status,
        headers: response.headers,
        body: parseBody(await response.text(), response.headers.get('content-type')),
      };
    },
    async company(method, path, call) {
      const response = await service.fetch(BASE_URL + path, companyRequest(method, call));
      const { status, headers } = response;
      return { status, headers, body: parseBody(await response.text(), headers.get('content-type')) };
    },
    advance: (ms) => service.clock.advance(ms),
    nowMs: () => service.clock.now().getTime(),
    async settle(_id, place) {
      if (place === 'SHIPPED') service.clock.advance(1000);
    },
    stop: async () => undefined,
  };
}

/** The members of the company, with what the real world has made for them. */
function membersOf({ keys, clients }: Secrets) {
  const [first, ...others] = Object.entries(PEOPLE).map(([username, person]) => ({
    username,
    password: PASSWORD,
    ...person,
  }));
  if (!first) throw new Error('the company has no people');
  return {
    people: [first, ...others] as const,
    apiKeys: Object.entries(KEYS).map(([name, key]) => ({
      ...key,
      name,
      key: keys[name as keyof typeof keys],
    })),
    oauthClients: Object.entries(CLIENTS).map(([name, client]) => {
      const { id, secret } = clients[name as keyof typeof clients];
      return { ...client, name, clientId: id, clientSecret: secret };
    }),
  };
}
