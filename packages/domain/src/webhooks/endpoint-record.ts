import type { WebhookEndpoint } from './endpoint.ts';

/**
 * An endpoint as the record of changes keeps it. Receivers may have put a secret into the query of its address: of that the
 * record says that there is one.
 */
export function endpointRecord({ url, ...endpoint }: WebhookEndpoint) {
  const { appId, description, eventTypes, payload, signature, maxPerSecond, disabledReason } = endpoint;
  return {
    appId,
    url: withoutQuery(url),
    description,
    eventTypes,
    payload,
    signature,
    maxPerSecond,
    status: disabledReason === null ? 'ENABLED' : 'DISABLED',
  };
}

/** The address of an endpoint for records and lists of operators. */
export function withoutQuery(address: string): string {
  const begin = address.indexOf('?');
  return begin === -1 ? address : `${address.slice(0, begin)}?…`;
}
