// Generated from packages/contract by `npm run generate`. Change the contract there, not this file.

import type { ErrorName, IntentListItem, OperationId, Permission } from '@procurement-intents/sdk';

/** The supported platforms. */
export const PLATFORMS: readonly string[] = ['PLATFORM_A', 'PLATFORM_B', 'PLATFORM_C'];

/** Every status of a purchase request. */
export const REQUEST_STATUSES: readonly string[] = [
  'PENDING',
  'APPROVED',
  'REJECTED',
  'WITHDRAWN',
  'ORDERED',
  'FAILED',
  'CANCELLED',
];

/** Every status of an order. */
export const ORDER_STATUSES: readonly string[] = ['PLACED', 'SHIPPED', 'DELIVERED', 'CANCELLED'];

/** What a report of spending can be grouped by. */
export const SPEND_GROUPS: readonly string[] = ['platform', 'supplier', 'user', 'app', 'day', 'month'];

/** The types of events that the feed of an App has. */
export const FEED_TYPES: readonly string[] = [
  'intent.drafted',
  'intent.submitted',
  'intent.updated',
  'intent.processing',
  'intent.completed',
  'intent.failed',
  'intent.cancel_requested',
  'intent.cancel_refused',
  'intent.cancelled',
  'intent.deleted',
  'intent.archived',
  'intent.unarchived',
  'intent.recovered',
  'intent.redacted',
  'order.accepted',
  'order.overcharged',
  'order.amount_changed',
  'order.shipped',
  'order.delivered',
  'order.refunded',
  'order.cancelled_by_shop',
  'order.late_cancelled',
  'order.content_differs',
  'order.late_stands',
  'order.found_without_effect',
  'webhook.failing',
  'webhook.disabled',
];

/** What the fields of endpoints, deliveries and replays can be. */
export const WEBHOOK_VALUES = {
  payload: ['thin', 'full'],
  signature: ['v1', 'v1a'],
  status: ['ENABLED', 'DISABLED'],
  deliveryState: ['PENDING', 'SUCCEEDED', 'FAILED', 'ENDED'],
  replayScope: ['missed', 'all'],
} as const;

/** What ids of each kind begin with. */
export const ID_PREFIXES = {
  intent: 'int_',
  event: 'evt_',
  webhookEndpoint: 'whk_',
  delivery: 'dlv_',
  replay: 'rpl_',
  app: 'app_',
  call: 'req_',
  purchaseRequest: 'pr_',
  supplier: 'sup_',
  order: 'ord_',
  contract: 'con_',
  user: 'usr_',
  apiKey: 'key_',
  client: 'cli_',
  session: 'ses_',
  auditEvent: 'aud_',
  grant: 'gra_',
} as const;

/** The code of each error. */
export const CODES: Record<ErrorName, number> = {
  BATCH_PARTIAL: 20701,
  VALIDATION_FAILED: 40001,
  UPDATE_REFUSED: 40002,
  SUBMIT_REFUSED: 40002,
  ARCHIVE_REFUSED: 40002,
  BODY_MALFORMED: 40003,
  REQUEST_MALFORMED: 40003,
  CANCEL_REFUSED: 40003,
  DELETE_REFUSED: 40004,
  SIGNATURE_INVALID: 40101,
  TIMESTAMP_INVALID: 40102,
  APP_UNKNOWN: 40103,
  IP_NOT_ALLOWED: 40301,
  HTTPS_REQUIRED: 40301,
  NOT_OWNER: 40301,
  PERMISSION_MISSING: 40302,
  ROUTE_NOT_FOUND: 40400,
  INTENT_NOT_FOUND: 40401,
  WEBHOOK_NOT_FOUND: 40402,
  DELIVERY_NOT_FOUND: 40403,
  METHOD_NOT_ALLOWED: 40500,
  IDEMPOTENCY_KEY_REUSED: 40901,
  SIGNATURE_REUSED: 40901,
  WEBHOOK_EXISTS: 40901,
  VERSION_CONFLICT: 40902,
  WEBHOOK_DISABLED: 40902,
  REPLAY_RUNNING: 40902,
  LIMIT_REACHED: 40903,
  EVENTS_EXPIRED: 41001,
  BODY_TOO_LARGE: 41301,
  URL_TOO_LONG: 41401,
  MEDIA_TYPE_UNSUPPORTED: 41501,
  RATE_LIMITED: 42901,
  INTERNAL: 50001,
  UNHEALTHY: 50001,
  DATABASE_UNAVAILABLE: 50002,
  CANCEL_FAILED: 50003,
  CANCEL_UNDECIDED: 50301,
  UNAVAILABLE: 50301,
  LIST_TOO_COSTLY: 50301,
};

/** The fields of a list's items when the caller chooses none. */
export const LIST_ITEM_FIELDS: readonly (keyof IntentListItem)[] = [
  'id',
  'userId',
  'platform',
  'title',
  'price',
  'quantity',
  'totalAmount',
  'status',
  'createdAt',
  'updatedAt',
];

/** The fields that a caller of a list can choose. */
export const LIST_FIELDS: readonly (keyof IntentListItem)[] = [
  'id',
  'userId',
  'platform',
  'productUrl',
  'title',
  'price',
  'quantity',
  'totalAmount',
  'recipientName',
  'address',
  'phone',
  'remarks',
  'labels',
  'status',
  'statusMessage',
  'failureReason',
  'failureCode',
  'trackingNumber',
  'trackingCompany',
  'orderId',
  'orderStatus',
  'parcels',
  'amountPaid',
  'refunded',
  'cancellationFee',
  'createdAt',
  'updatedAt',
  'submittedAt',
  'completedAt',
  'cancelledAt',
  'archivedAt',
  'version',
  'idempotencyKey',
];

/** The methods of all operations. */
export const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** The methods of the operations that take a body. */
export const METHODS_WITH_BODY: readonly string[] = ['POST', 'PUT'];

/** The permissions of an App that each operation needs: one of them is enough. */
export const PERMISSIONS_OF: Record<OperationId, readonly Permission[]> = {
  getHealth: [],
  createIntent: ['intents:write', 'intents:draft'],
  listIntents: ['intents:read'],
  createIntents: ['intents:write'],
  exportIntents: ['intents:read'],
  getIntent: ['intents:read'],
  updateIntent: ['intents:write', 'intents:draft'],
  setIntentLabels: ['intents:write'],
  cancelIntent: ['intents:write'],
  submitIntent: ['intents:write'],
  deleteIntent: ['intents:write', 'intents:draft'],
  archiveIntent: ['intents:write'],
  unarchiveIntent: ['intents:write'],
  listIntentEvents: ['intents:read'],
  listEvents: ['intents:read'],
  createWebhook: ['webhooks:write'],
  listWebhooks: ['webhooks:read'],
  getWebhook: ['webhooks:read'],
  updateWebhook: ['webhooks:write'],
  deleteWebhook: ['webhooks:write'],
  rotateWebhookSecret: ['webhooks:write'],
  testWebhook: ['webhooks:write'],
  listWebhookDeliveries: ['webhooks:read'],
  getWebhookDelivery: ['webhooks:read'],
  retryWebhookDelivery: ['webhooks:write'],
  createWebhookReplay: ['webhooks:write'],
  getWebhookReplay: ['webhooks:read'],
};

/** What each permission of an App allows. */
export const PERMISSION_TEXTS: Record<Permission, string> = {
  'intents:read': 'read intents, their timelines and the feed of events',
  'intents:write': 'create, submit, update, label, cancel and delete intents',
  'webhooks:read': 'read webhook endpoints and their deliveries',
  'webhooks:write': 'create, change, test and delete webhook endpoints, and send deliveries again',
  'intents:draft': 'create, update and delete drafts, and submit none',
};

/** Text lengths in Unicode code points, after trimming. */
export const TEXT_LENGTHS = {
  userId: { min: 1, max: 64 },
  title: { min: 1, max: 200 },
  recipientName: { min: 2, max: 50 },
  address: { min: 5, max: 200 },
  remarks: { min: 0, max: 500 },
  label: { min: 1, max: 100 },
} as const;

/** Money in yuan, quantities in pieces. */
export const AMOUNTS = {
  priceMin: 0.01,
  priceMax: 99999999.99,
  quantityMax: 999999,
} as const;

export const LIMITS = {
  timestampSkewMs: 300000,
  pageSizeDefault: 20,
  pageSizeMax: 100,
  idempotencyKeyChars: 255,
  productUrlChars: 2048,
  labelsPerIntent: 20,
  labelKeyChars: 40,
  labelFilters: 5,
  feedTypes: 20,
  feedPageDefault: 100,
  feedPageMax: 500,
} as const;

/** Webhooks as the service sends them, and the bounds of an endpoint. */
export const WEBHOOKS = {
  userAgent: 'procurement-intents-webhooks/1',
  everyType: '*',
  attemptMs: 15000,
  keptAnswerBytes: 1024,
  urlChars: 2048,
  descriptionChars: 200,
  eventTypes: 30,
  maxPerSecond: 50,
  graceSeconds: 604800,
} as const;

/** What the service accepts; of `forbiddenText`, what no text may have. */
export const PATTERNS = {
  forbiddenText: /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u,
  phone: /^1[0-9]{10}$/,
  labelKey: /^[a-z][a-z0-9_.-]{0,39}$/,
  time: /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/,
  idempotencyKey: /^[\x21-\x7E]+$/,
  feedCursor: /^(?:latest|0|[1-9][0-9]{0,14})$/,
  timestamp: /^[0-9]{13}$/,
  signablePath: /^\/(?!\/)[A-Za-z0-9\-._~!$&'()*+,;=:@/?%[\]]*$/,
} as const;
