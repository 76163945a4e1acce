import { WEBHOOK_LIMITS } from '@procurement-intents/contract/webhooks';
import { ApiError } from '../errors.ts';
import type { WebhookEndpoint } from './endpoint.ts';

/** Another endpoint of the App has the address, or the App has no room for one more. */
export type EndpointRefusal = { existing: string } | 'full';

/**
 * Why an App cannot have one more endpoint at the address; null: it can.
 *
 * @param known - all endpoints of the App.
 * @param url - in its one form.
 */
export function endpointRefusal(
  known: readonly Pick<WebhookEndpoint, 'id' | 'url'>[],
  url: string,
): EndpointRefusal | null {
  const same = known.find((one) => one.url === url);
  if (same) return { existing: same.id };
  return known.length >= WEBHOOK_LIMITS.endpoints ? 'full' : null;
}

/** @throws ApiError `WEBHOOK_EXISTS`, `LIMIT_REACHED`. */
export function refuseEndpoint(refusal: EndpointRefusal): never {
  if (refusal === 'full') throw new ApiError('LIMIT_REACHED', { data: { limit: WEBHOOK_LIMITS.endpoints } });
  throw new ApiError('WEBHOOK_EXISTS', { data: { id: refusal.existing } });
}
