import type { PlatformId } from '@procurement-intents/contract';
import type { Platform } from './platform.ts';
import { notSent, unclear } from './unclear.ts';

/** The platform of this id; one that is not connected owns no product address, and answers nothing. */
export function platformOf(
  { platforms }: { platforms: ReadonlyMap<PlatformId, Platform> },
  id: PlatformId,
): Platform {
  return platforms.get(id) ?? notConnected(id);
}

/** An intent of a platform whose settings were taken away waits for them, as it waits for a platform that is down. */
function notConnected(id: PlatformId): Platform {
  const answer = () => Promise.resolve(notSent(unclear('NOT_CONNECTED')));
  return {
    id,
    ownsProductUrl: () => false,
    fetchProductPage: answer,
    placeOrder: answer,
    findOrder: answer,
    getOrder: answer,
    cancelOrder: answer,
    listChangedOrders: answer,
    describe: answer,
    close: () => Promise.resolve(),
  };
}
