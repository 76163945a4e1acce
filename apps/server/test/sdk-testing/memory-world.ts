import { createTestService } from '../../../../packages/sdk/src/testing/index.ts';
import { signedRequest } from '../support/sign.ts';
import { type Callers, GRACE_MS, type RawAnswer, START, type World } from './world.ts';

const BASE_URL = 'https://procurement.test';

/** The SDK's service in memory, with rules that make its purchases end as the sandbox's items do. */
export function startMemoryWorld(callers: Callers): World {
  const { main, other, reader, writer } = callers;
  const service = createTestService({
    now: START,
    graceMs: GRACE_MS,
    apps: [
      main,
      other,
      { ...reader, permissions: ['intents:read'] },
      { ...writer, permissions: ['intents:write'] },
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
      return { status, headers: response.headers, body: (await response.json()) as RawAnswer['body'] };
    },
    advance: (ms) => service.clock.advance(ms),
    nowMs: () => service.clock.now().getTime(),
    async settle(_id, place) {
      if (place === 'SHIPPED') service.clock.advance(1000);
    },
    stop: async () => undefined,
  };
}
