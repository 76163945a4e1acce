export { type AttemptResult, errorOfStatus, isGone, outcomeOf, readRetryAfter } from './delivery.ts';
export {
  type Closing,
  type DeliveryQuery,
  deliveryQueryOf,
  presentAttempt,
  presentDelivery,
  presentDeliveryPage,
  type StoredAttempt,
  type StoredDelivery,
} from './delivery-log.ts';
export {
  changedEndpoint,
  newEndpoint,
  presentWebhook,
  requireEnabled,
  requireOwnWebhook,
  rotateKeys,
  signingKeys,
  type WebhookEndpoint,
  type WebhookKey,
} from './endpoint.ts';
export { endpointRecord, withoutQuery } from './endpoint-record.ts';
export { presentPayloadIntent } from './payload-intent.ts';
export { presentReplay, replaySpan, type StoredReplay } from './replay.ts';
export { sampleEvent } from './sample-event.ts';
export { readWebhookUrl } from './webhook-url.ts';
