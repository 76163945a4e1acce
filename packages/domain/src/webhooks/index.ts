export {
  type AttemptResult,
  errorOfStatus,
  isGone,
  isMissed,
  outcomeOf,
  queuedAgain,
  readRetryAfter,
} from './delivery.ts';
export {
  type Closing,
  type DeliveryQuery,
  deliveryQueryOf,
  presentAttempt,
  presentDelivery,
  presentDeliveryPage,
  stateOf,
  type StoredAttempt,
  type StoredDelivery,
} from './delivery-log.ts';
export {
  type EndpointUpdate,
  endpointUpdate,
  getsEvent,
  newEndpoint,
  presentRotatedKey,
  presentWebhook,
  requireEnabled,
  requireOwnWebhook,
  rotateKeys,
  signingKeys,
  type WebhookEndpoint,
  type WebhookKey,
} from './endpoint.ts';
export { type EndpointHealth, healthAfter, isFailing, isDisableDue, HEALTHY } from './endpoint-health.ts';
export { type EndpointRefusal, endpointRefusal, refuseEndpoint } from './endpoint-room.ts';
export { endpointRecord, withoutQuery } from './endpoint-record.ts';
export { isServed, mayHaveEvents, requireEventsPermission } from './events-permission.ts';
export { presentPayloadIntent } from './payload-intent.ts';
export { logBeginOf, presentReplay, replaySpan, type StoredReplay } from './replay.ts';
export { checkTestCount, presentTest, sampleEvent } from './sample-event.ts';
export { hasIntent, webhookBody } from './webhook-body.ts';
export { readWebhookUrl } from './webhook-url.ts';
