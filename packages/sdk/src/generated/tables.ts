// Generated from packages/contract by `npm run generate`. Change the contract there, not this file.

import type { FailureCode, IntentAction, IntentStatus, OperationId } from './types.ts';

/** Method and path of an operation, and the rate limit that counts it (none for unsigned ones). */
export type RouteRow = readonly [
  method: string,
  path: string,
  bucket: keyof typeof LIMITS.ratesPerSecond | null,
];

export const ROUTES: Record<OperationId, RouteRow> = {
  getHealth: ['GET', '/api/v1/health', null],
  createIntent: ['POST', '/api/v1/intents', 'create'],
  listIntents: ['GET', '/api/v1/intents', 'read'],
  createIntents: ['POST', '/api/v1/intents/batch', 'create'],
  exportIntents: ['GET', '/api/v1/intents/export', 'read'],
  getIntent: ['GET', '/api/v1/intents/:id', 'read'],
  updateIntent: ['PUT', '/api/v1/intents/:id', 'write'],
  setIntentLabels: ['PUT', '/api/v1/intents/:id/labels', 'write'],
  cancelIntent: ['POST', '/api/v1/intents/:id/cancel', 'write'],
  submitIntent: ['POST', '/api/v1/intents/:id/submit', 'write'],
  deleteIntent: ['DELETE', '/api/v1/intents/:id', 'write'],
  archiveIntent: ['POST', '/api/v1/intents/:id/archive', 'write'],
  unarchiveIntent: ['POST', '/api/v1/intents/:id/unarchive', 'write'],
  listIntentEvents: ['GET', '/api/v1/intents/:id/events', 'read'],
  listEvents: ['GET', '/api/v1/events', 'read'],
  createWebhook: ['POST', '/api/v1/webhooks', 'write'],
  listWebhooks: ['GET', '/api/v1/webhooks', 'read'],
  getWebhook: ['GET', '/api/v1/webhooks/:id', 'read'],
  updateWebhook: ['PUT', '/api/v1/webhooks/:id', 'write'],
  deleteWebhook: ['DELETE', '/api/v1/webhooks/:id', 'write'],
  rotateWebhookSecret: ['POST', '/api/v1/webhooks/:id/rotate-secret', 'write'],
  testWebhook: ['POST', '/api/v1/webhooks/:id/test', 'write'],
  listWebhookDeliveries: ['GET', '/api/v1/webhooks/:id/deliveries', 'read'],
  getWebhookDelivery: ['GET', '/api/v1/webhooks/:id/deliveries/:deliveryId', 'read'],
  retryWebhookDelivery: ['POST', '/api/v1/webhooks/:id/deliveries/:deliveryId/retry', 'write'],
  createWebhookReplay: ['POST', '/api/v1/webhooks/:id/replays', 'write'],
  getWebhookReplay: ['GET', '/api/v1/webhooks/:id/replays/:replayId', 'read'],
};

/**
 * Errors with status 500 or above that the same call does not overcome. All others of these statuses, and
 * 429, may pass.
 */
export const PERMANENT_ERRORS: readonly string[] = ['CANCEL_FAILED', 'LIST_TOO_COSTLY'];

// Codes of the errors that the client itself acts on.
export const SUBMIT_REFUSED = 40002;
export const CANCEL_REFUSED = 40003;
export const TIMESTAMP_INVALID = 40102;
export const INTENT_NOT_FOUND = 40401;
export const WEBHOOK_NOT_FOUND = 40402;
export const SIGNATURE_REUSED = 40901;
export const BATCH_PARTIAL = 20701;

/** The statuses that each action may start from. */
export const ALLOWED_FROM: Record<IntentAction, readonly IntentStatus[]> = {
  update: ['DRAFT', 'SUBMITTED'],
  submit: ['DRAFT'],
  cancel: ['SUBMITTED', 'PROCESSING'],
  delete: ['DRAFT', 'FAILED', 'CANCELLED'],
  archive: ['COMPLETED', 'FAILED', 'CANCELLED'],
  unarchive: ['DRAFT', 'SUBMITTED', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELLED'],
  start: ['SUBMITTED'],
  complete: ['PROCESSING'],
  fail: ['PROCESSING'],
};

/** Statuses that an intent never leaves. */
export const FINAL_STATUSES: readonly IntentStatus[] = ['COMPLETED', 'FAILED', 'CANCELLED'];

/** What a `failureCode` means. */
export interface Failure {
  /** May a new intent with the same content succeed? */
  retryable: boolean;
  /** Who has to act before a new intent can succeed. */
  actor: 'caller' | 'platform' | 'operator';
}

export const FAILURES: Record<FailureCode, Failure> = {
  PRODUCT_NOT_FOUND: { retryable: false, actor: 'caller' },
  OUT_OF_STOCK: { retryable: true, actor: 'platform' },
  PRICE_CHANGED: { retryable: false, actor: 'caller' },
  ADDRESS_UNDELIVERABLE: { retryable: false, actor: 'caller' },
  SUPPLIER_BLOCKED: { retryable: false, actor: 'operator' },
  PLATFORM_REJECTED: { retryable: false, actor: 'platform' },
  PLATFORM_UNAVAILABLE: { retryable: true, actor: 'platform' },
  PROCESSING_TIMEOUT: { retryable: true, actor: 'operator' },
};

export const LIMITS = {
  processingMs: 30000,
  timestampSkewMs: 300000,
  ratesPerSecond: { create: 10, read: 100, write: 20, general: 100, bearer: 100 },
} as const;

/** Of a batch, apart from the limits that every page loads. */
export const BATCH_LIMITS = {
  items: 100,
  itemsPerCreate: 10,
} as const;

/** Names of the headers that carry the signature. */
export const SIGNING_HEADERS = {
  appId: 'x-app-id',
  timestamp: 'x-timestamp',
  signature: 'x-signature',
} as const;
