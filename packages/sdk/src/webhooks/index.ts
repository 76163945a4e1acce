export type * from '../generated/webhook-types.ts';
export type { FailureCode, IntentStatus, Platform } from '../generated/types.ts';
export type { WebhookRefusal } from '../generated/webhook-signing.ts';
export { expressWebhook, type NodeRequest, type NodeResponse } from './express-webhook.ts';
export { fetchWebhook, type WebhookRequest, type WebhookResponse } from './fetch-webhook.ts';
export type { HandlerOptions } from './handle-delivery.ts';
export type { HeaderRecord, WebhookHeaders } from './read-headers.ts';
export { verifyWebhook, type VerifierOptions, type VerifyOptions } from './verify-webhook.ts';
export { isWebhookSignatureError, WebhookSignatureError } from './webhook-signature-error.ts';
