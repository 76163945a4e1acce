// Generated from packages/contract by `npm run generate`. Change the contract there, not this file.

/** Status of an intent. */
export type IntentStatus = 'DRAFT' | 'SUBMITTED' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';

/** The supported platforms, by neutral name. */
export type Platform = 'PLATFORM_A' | 'PLATFORM_B' | 'PLATFORM_C';

/** Why an intent FAILED; what each means is in `FAILURES`. */
export type FailureCode =
  | 'PRODUCT_NOT_FOUND'
  | 'OUT_OF_STOCK'
  | 'PRICE_CHANGED'
  | 'ADDRESS_UNDELIVERABLE'
  | 'SUPPLIER_BLOCKED'
  | 'PLATFORM_REJECTED'
  | 'PLATFORM_UNAVAILABLE'
  | 'PROCESSING_TIMEOUT';

/** Actions of the caller or the service that change an intent. */
export type IntentAction =
  | 'update'
  | 'submit'
  | 'cancel'
  | 'delete'
  | 'archive'
  | 'unarchive'
  | 'start'
  | 'complete'
  | 'fail';

/** Types of events in the feed of an App. */
export type FeedEventType =
  | 'intent.drafted'
  | 'intent.submitted'
  | 'intent.updated'
  | 'intent.processing'
  | 'intent.completed'
  | 'intent.failed'
  | 'intent.cancel_requested'
  | 'intent.cancel_refused'
  | 'intent.cancelled'
  | 'intent.deleted'
  | 'intent.archived'
  | 'intent.unarchived'
  | 'intent.recovered'
  | 'intent.redacted'
  | 'order.accepted'
  | 'order.overcharged'
  | 'order.amount_changed'
  | 'order.shipped'
  | 'order.delivered'
  | 'order.refunded'
  | 'order.cancelled_by_shop'
  | 'order.late_cancelled'
  | 'order.content_differs'
  | 'order.late_stands'
  | 'order.found_without_effect'
  | 'webhook.failing'
  | 'webhook.disabled';

/** What an endpoint of webhooks can be sent: all events, or those of a type. */
export type SubscribedType =
  | '*'
  | 'intent.drafted'
  | 'intent.submitted'
  | 'intent.updated'
  | 'intent.processing'
  | 'intent.completed'
  | 'intent.failed'
  | 'intent.cancel_requested'
  | 'intent.cancel_refused'
  | 'intent.cancelled'
  | 'intent.deleted'
  | 'intent.archived'
  | 'intent.unarchived'
  | 'intent.recovered'
  | 'intent.redacted'
  | 'order.accepted'
  | 'order.overcharged'
  | 'order.amount_changed'
  | 'order.shipped'
  | 'order.delivered'
  | 'order.refunded'
  | 'order.cancelled_by_shop'
  | 'order.late_cancelled'
  | 'order.content_differs'
  | 'order.late_stands'
  | 'order.found_without_effect'
  | 'webhook.failing'
  | 'webhook.disabled';

/** What an App may do; what each allows is in the reference. */
export type Permission =
  | 'intents:read'
  | 'intents:write'
  | 'webhooks:read'
  | 'webhooks:write'
  | 'intents:draft';

/** The service can serve. */
export interface Health {
  /** Always `healthy`. */
  status: 'healthy';
  /** The time of the answer. ISO 8601, UTC, milliseconds. */
  timestamp: string;
  /** Name of the service. */
  service: string;
  /** Seconds since the process started. */
  uptime: number;
}

/** A purchase to accept. Price times quantity is at most 99999999999.99 yuan. */
export interface CreateIntentBody {
  /** Your own id of the person whose purchase it is. 1 to 64 characters. */
  userId: string;
  /** The e-commerce platform to buy on. */
  platform: Platform;
  /** Address of the product's page, under one of the platform's product prefixes. */
  productUrl: string;
  /** Title of the product. 1 to 200 characters. */
  title: string;
  /** Unit price in yuan, at most 2 decimals. The most that is paid for a piece. 0.01 to 99999999.99. */
  price: number;
  /** How many pieces. 1 to 999999. */
  quantity: number;
  /** Who receives the delivery. 2 to 50 characters. */
  recipientName: string;
  /** Where the delivery goes. 5 to 200 characters. */
  address: string;
  /** Mobile number of the recipient, 11 digits. */
  phone: string;
  /** Free text for the order. 0 to 500 characters. */
  remarks?: string | undefined;
  /**
   * Your own names and values for the intent, at most 20, to find it by. A key has a lower-case letter, then
   * at most 39 lower-case letters, digits, `_`, `.` and `-`; a value has 1 to 100 characters. Not for
   * personal data: they are in exports and in full payloads of webhooks, and a redaction leaves them.
   */
  labels?: Record<string, string> | undefined;
  /** With `true` the intent waits as DRAFT until it is submitted. Default `false`. */
  draft?: boolean | undefined;
}

/** A summary of the accepted intent; read the intent for all fields. */
export interface CreatedIntent {
  /** Id of the intent: `int_` and 32 lower-case hex digits. */
  id: string;
  /** Your own id of the person whose purchase it is. 1 to 64 characters. */
  userId: string;
  /** The e-commerce platform to buy on. */
  platform: Platform;
  /**
   * The status in the first answer. A repeated create returns it again: read the intent for the current one.
   */
  status: IntentStatus;
  /** When the intent was created. ISO 8601, UTC, milliseconds. */
  createdAt: string;
  /** When the intent last changed. ISO 8601, UTC, milliseconds. */
  updatedAt: string;
}

/** Filters, order and page of a list. */
export interface ListIntentsQuery {
  /**
   * The page to read, from 1; default 1. A later page costs more to read; with `cursor` every page costs the
   * same.
   */
  page?: number | undefined;
  /** Items a page. Default 20; above 100 counts as 100. */
  pageSize?: number | undefined;
  /**
   * The `nextCursor` of a page: reads the page after it, at the same cost for every page. Filters and sort
   * must be those of the first call.
   */
  cursor?: string | undefined;
  /** Only intents with this status. */
  status?: IntentStatus | undefined;
  /** Only intents of this user; the exact id. 1 to 64 characters. */
  userId?: string | undefined;
  /** Only intents on this platform. */
  platform?: Platform | undefined;
  /** Without archived intents (`false`), of those alone (`true`), or of all (`any`); default `false`. */
  archived?: 'false' | 'true' | 'any' | undefined;
  /**
   * Only intents created at this time or later. ISO 8601, in UTC unless it has an offset; a date alone means
   * the start of its day.
   */
  startDate?: string | undefined;
  /**
   * Only intents created at this time or earlier. ISO 8601, in UTC unless it has an offset; a date alone
   * means the end of its day.
   */
  endDate?: string | undefined;
  /** @deprecated Another name of `startDate`. */
  startTime?: string | undefined;
  /** @deprecated Another name of `endDate`. */
  endTime?: string | undefined;
  /**
   * What the list is sorted by; default `createdAt`. Ties are broken by id. To read all pages, sort by
   * `createdAt` or `price`: an intent that changes meanwhile moves in the order of `updatedAt`.
   */
  sortBy?: 'createdAt' | 'updatedAt' | 'price' | undefined;
  /** Direction of the sort; default `desc`, the newest or highest first. */
  order?: 'asc' | 'desc' | undefined;
  /** @deprecated Another name of `order`. */
  sortOrder?: 'asc' | 'desc' | undefined;
  /**
   * Which fields the items have, separated by commas: of id, userId, platform, productUrl, title, price,
   * quantity, totalAmount, recipientName, address, phone, remarks, labels, status, statusMessage,
   * failureReason, failureCode, trackingNumber, trackingCompany, orderId, orderStatus, parcels, amountPaid,
   * refunded, cancellationFee, createdAt, updatedAt, submittedAt, completedAt, cancelledAt, archivedAt,
   * version, idempotencyKey. `id` always comes. Default: id, userId, platform, title, price, quantity,
   * totalAmount, status, createdAt, updatedAt.
   */
  fields?: string | undefined;
  /** Only intents whose `status` is exactly this. */
  'filter[status]'?: IntentStatus | undefined;
  /** Only intents whose `status` is one of these, at most 100, separated by commas. */
  'filter[status][in]'?: string | undefined;
  /** Only intents whose `userId` is exactly this. 1 to 64 characters. */
  'filter[userId]'?: string | undefined;
  /** Only intents whose `userId` is one of these, at most 100, separated by commas. */
  'filter[userId][in]'?: string | undefined;
  /** Only intents whose `platform` is exactly this. */
  'filter[platform]'?: Platform | undefined;
  /** Only intents whose `platform` is one of these, at most 100, separated by commas. */
  'filter[platform][in]'?: string | undefined;
  /** Only intents whose `title` is exactly this. 1 to 200 characters. */
  'filter[title]'?: string | undefined;
  /** Only intents whose `title` is one of these, at most 100, separated by commas. */
  'filter[title][in]'?: string | undefined;
  /**
   * Only intents whose `title` contains this text; case is ignored, and there are no wildcards. 1 to 200
   * characters.
   */
  'filter[title][like]'?: string | undefined;
  /** Only intents whose `price` is exactly this. Yuan, at most 2 decimals. */
  'filter[price]'?: number | undefined;
  /**
   * Only intents whose `price` is one of these, at most 100, separated by commas. Yuan, at most 2 decimals.
   */
  'filter[price][in]'?: string | undefined;
  /** Only intents whose `price` is this or more. Yuan, at most 2 decimals. */
  'filter[price][gte]'?: number | undefined;
  /** Only intents whose `price` is this or less. Yuan, at most 2 decimals. */
  'filter[price][lte]'?: number | undefined;
  /** Only intents whose `quantity` is exactly this. */
  'filter[quantity]'?: number | undefined;
  /** Only intents whose `quantity` is one of these, at most 100, separated by commas. */
  'filter[quantity][in]'?: string | undefined;
  /** Only intents whose `quantity` is this or more. */
  'filter[quantity][gte]'?: number | undefined;
  /** Only intents whose `quantity` is this or less. */
  'filter[quantity][lte]'?: number | undefined;
  /** Only intents whose `totalAmount` is exactly this. Yuan, at most 2 decimals. */
  'filter[totalAmount]'?: number | undefined;
  /**
   * Only intents whose `totalAmount` is one of these, at most 100, separated by commas. Yuan, at most 2
   * decimals.
   */
  'filter[totalAmount][in]'?: string | undefined;
  /** Only intents whose `totalAmount` is this or more. Yuan, at most 2 decimals. */
  'filter[totalAmount][gte]'?: number | undefined;
  /** Only intents whose `totalAmount` is this or less. Yuan, at most 2 decimals. */
  'filter[totalAmount][lte]'?: number | undefined;
  /**
   * Only intents whose `createdAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[createdAt]'?: string | undefined;
  /**
   * Only intents whose `createdAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC unless
   * it has an offset; a date alone means its whole day.
   */
  'filter[createdAt][in]'?: string | undefined;
  /**
   * Only intents whose `createdAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[createdAt][gte]'?: string | undefined;
  /**
   * Only intents whose `createdAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[createdAt][lte]'?: string | undefined;
  /**
   * Only intents whose `updatedAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[updatedAt]'?: string | undefined;
  /**
   * Only intents whose `updatedAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC unless
   * it has an offset; a date alone means its whole day.
   */
  'filter[updatedAt][in]'?: string | undefined;
  /**
   * Only intents whose `updatedAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[updatedAt][gte]'?: string | undefined;
  /**
   * Only intents whose `updatedAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[updatedAt][lte]'?: string | undefined;
  /**
   * Only intents whose `submittedAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[submittedAt]'?: string | undefined;
  /**
   * Only intents whose `submittedAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC
   * unless it has an offset; a date alone means its whole day.
   */
  'filter[submittedAt][in]'?: string | undefined;
  /**
   * Only intents whose `submittedAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[submittedAt][gte]'?: string | undefined;
  /**
   * Only intents whose `submittedAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[submittedAt][lte]'?: string | undefined;
  /**
   * Only intents whose `completedAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[completedAt]'?: string | undefined;
  /**
   * Only intents whose `completedAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC
   * unless it has an offset; a date alone means its whole day.
   */
  'filter[completedAt][in]'?: string | undefined;
  /**
   * Only intents whose `completedAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[completedAt][gte]'?: string | undefined;
  /**
   * Only intents whose `completedAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[completedAt][lte]'?: string | undefined;
  /** Only intents whose `idempotencyKey` is exactly this. */
  'filter[idempotencyKey]'?: string | undefined;
  /**
   * Only intents whose `idempotencyKey` is one of these, at most 100, separated by commas. A key with a comma
   * in it is found only by the filter without `[in]`.
   */
  'filter[idempotencyKey][in]'?: string | undefined;
  /**
   * Only intents with these labels: `label[batch]=2026-11` for one value, `label[batch][in]=2026-10,2026-11`
   * for one of several, at most 100, separated by commas. At most 5 such parameters, and all must hold. A
   * value with a comma in it is found only without `[in]`.
   */
  [label: `label[${string}]`]: string | undefined;
}

/** One page of intents. */
export interface IntentPage {
  /** The intents of this page, possibly none. */
  items: IntentListItem[];
  /** Number of matching records on all pages. */
  total: number;
  /** Number of this page, from 1. */
  page: number;
  /** Maximum number of items on a page, 1 to 100. */
  pageSize: number;
  /** Number of pages; 0 when nothing matches. */
  totalPages: number;
  /** Value of `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
}

/**
 * One intent of a list: the fields that the parameter `fields` names, or without it id, userId, platform,
 * title, price, quantity, totalAmount, status, createdAt, updatedAt. A field whose condition does not hold is
 * absent.
 */
export interface IntentListItem {
  /** Id of the intent: `int_` and 32 lower-case hex digits. */
  id: string;
  /** Your own id of the person whose purchase it is. */
  userId?: string | undefined;
  /** The e-commerce platform to buy on. */
  platform?: Platform | undefined;
  /** Address of the product's page, under one of the platform's product prefixes. */
  productUrl?: string | undefined;
  /** Title of the product. */
  title?: string | undefined;
  /** Unit price, in yuan. */
  price?: number | undefined;
  /** How many pieces, 1 to 999999. */
  quantity?: number | undefined;
  /** Price times quantity, in yuan. */
  totalAmount?: number | undefined;
  /** Who receives the delivery. */
  recipientName?: string | undefined;
  /** Where the delivery goes. */
  address?: string | undefined;
  /** Mobile number with its middle masked. */
  phone?: string | undefined;
  /** Free text for the order. */
  remarks?: string | undefined;
  /**
   * Your own names and values for the intent, at most 20, to find it by. A key has a lower-case letter, then
   * at most 39 lower-case letters, digits, `_`, `.` and `-`; a value has 1 to 100 characters. Not for
   * personal data: they are in exports and in full payloads of webhooks, and a redaction leaves them. Absent
   * without any.
   */
  labels?: Record<string, string> | undefined;
  /** The current status. */
  status?: IntentStatus | undefined;
  /** The status in words. */
  statusMessage?: string | undefined;
  /** Only when FAILED: code, colon, text. */
  failureReason?: string | undefined;
  /** Only when FAILED: the code alone. */
  failureCode?: FailureCode | undefined;
  /** The carrier's number of the parcel, once it is known. */
  trackingNumber?: string | undefined;
  /** The carrier, once it is known. */
  trackingCompany?: string | undefined;
  /** Order number on the platform, once placed; always there when COMPLETED. */
  orderId?: string | undefined;
  /**
   * Status of the order on the platform, once there is one. It can change after the intent has ended: a shop
   * may still cancel the order of a COMPLETED intent.
   */
  orderStatus?: 'PLACED' | 'SHIPPED' | 'DELIVERED' | 'CANCELLED' | undefined;
  /** All parcels of the order, in the order in which they left; absent before the first. */
  parcels?: Parcel[] | undefined;
  /**
   * Total that the platform charged, once it has confirmed the order, or ended it and refunded less; earlier
   * when it is more than `totalAmount`. Of an order that was cancelled for the service only `cancellationFee`
   * was kept, in yuan.
   */
  amountPaid?: number | undefined;
  /** Amount that the platform has refunded, once it has, in yuan. */
  refunded?: number | undefined;
  /** What the platform charged for cancelling, only if it did, in yuan. */
  cancellationFee?: number | undefined;
  /** When the intent was created. ISO 8601, UTC, milliseconds. */
  createdAt?: string | undefined;
  /** When the intent last changed. ISO 8601, UTC, milliseconds. */
  updatedAt?: string | undefined;
  /** When the intent was submitted; absent while it is a draft. ISO 8601, UTC, milliseconds. */
  submittedAt?: string | undefined;
  /** When the purchase was completed; only when COMPLETED. ISO 8601, UTC, milliseconds. */
  completedAt?: string | undefined;
  /** When the intent was cancelled; only when CANCELLED. ISO 8601, UTC, milliseconds. */
  cancelledAt?: string | undefined;
  /** When the intent was archived; only while it is. ISO 8601, UTC, milliseconds. */
  archivedAt?: string | undefined;
  /** Counts the visible changes, from 1. */
  version?: number | undefined;
  /** The caller's `Idempotency-Key` of the create, 1 to 255 characters; absent when none was sent. */
  idempotencyKey?: string | undefined;
}

/** One parcel of an order. */
export interface Parcel {
  /** The carrier's number. */
  trackingNumber: string;
  /** The carrier. */
  trackingCompany?: string | undefined;
}

/** Purchases to accept, each by itself. */
export interface CreateIntentsBody {
  /** The purchases, 1 to 100. Each stands alone. */
  items: BatchItem[];
}

/** A purchase to accept, and the key that names it. */
export interface BatchItem {
  /** Your own id of the person whose purchase it is. 1 to 64 characters. */
  userId: string;
  /** The e-commerce platform to buy on. */
  platform: Platform;
  /** Address of the product's page, under one of the platform's product prefixes. */
  productUrl: string;
  /** Title of the product. 1 to 200 characters. */
  title: string;
  /** Unit price in yuan, at most 2 decimals. The most that is paid for a piece. 0.01 to 99999999.99. */
  price: number;
  /** How many pieces. 1 to 999999. */
  quantity: number;
  /** Who receives the delivery. 2 to 50 characters. */
  recipientName: string;
  /** Where the delivery goes. 5 to 200 characters. */
  address: string;
  /** Mobile number of the recipient, 11 digits. */
  phone: string;
  /** Free text for the order. 0 to 500 characters. */
  remarks?: string | undefined;
  /**
   * Your own names and values for the intent, at most 20, to find it by. A key has a lower-case letter, then
   * at most 39 lower-case letters, digits, `_`, `.` and `-`; a value has 1 to 100 characters. Not for
   * personal data: they are in exports and in full payloads of webhooks, and a redaction leaves them.
   */
  labels?: Record<string, string> | undefined;
  /** With `true` the intent waits as DRAFT until it is submitted. Default `false`. */
  draft?: boolean | undefined;
  /**
   * Names the purchase, as the header `Idempotency-Key` does for one intent: 1 to 255 visible ASCII
   * characters. Without it the item is named by the signature of the call and its place.
   */
  idempotencyKey?: string | undefined;
}

/** What became of each item of a batch. */
export interface BatchResult {
  /** One entry for each item, in the order of the request. */
  items: BatchItemResult[];
  /** How many items were accepted by this call. 0 to 100. */
  created: number;
  /** How many items were accepted before. 0 to 100. */
  replayed: number;
  /** How many items failed. 0 to 100. */
  failed: number;
}

/** What became of one item: `intent`, or `error` when it failed. */
export interface BatchItemResult {
  /** Place of the item in the request, from 0. 0 to 99. */
  index: number;
  /**
   * `created`: accepted by this call; `replayed`: accepted before, by the same key or the same signed bytes;
   * `failed`: see `error`.
   */
  status: 'created' | 'replayed' | 'failed';
  /** A summary of the accepted intent; read the intent for all fields. */
  intent?: CreatedIntent | undefined;
  /**
   * Why the item failed. A code below 50000 refuses it: no intent stands. From 50000 on it is unknown whether
   * one stands: send the item again, the same under its key.
   */
  error?: BatchItemError | undefined;
}

/**
 * Why the item failed. A code below 50000 refuses it: no intent stands. From 50000 on it is unknown whether
 * one stands: send the item again, the same under its key.
 */
export interface BatchItemError {
  /** Business code of the error, as calls with this item alone get it. 40001 to 59999. */
  code: number;
  /** Name of the error: capital letters, digits and `_`, at most 64 characters. */
  name: string;
  /** The error in words: Chinese, or English if the caller prefers it. */
  message: string;
  /** What the error says beside, as a create of this item alone would; null when it says nothing. */
  data: Record<string, unknown> | null;
}

/** Filters and fields of an export, and where it begins. */
export interface ExportIntentsQuery {
  /** Only intents with this status. */
  status?: IntentStatus | undefined;
  /** Only intents of this user; the exact id. 1 to 64 characters. */
  userId?: string | undefined;
  /** Only intents on this platform. */
  platform?: Platform | undefined;
  /** Without archived intents (`false`), of those alone (`true`), or of all (`any`); default `false`. */
  archived?: 'false' | 'true' | 'any' | undefined;
  /**
   * Only intents created at this time or later. ISO 8601, in UTC unless it has an offset; a date alone means
   * the start of its day.
   */
  startDate?: string | undefined;
  /**
   * Only intents created at this time or earlier. ISO 8601, in UTC unless it has an offset; a date alone
   * means the end of its day.
   */
  endDate?: string | undefined;
  /** @deprecated Another name of `startDate`. */
  startTime?: string | undefined;
  /** @deprecated Another name of `endDate`. */
  endTime?: string | undefined;
  /** Only intents whose `status` is exactly this. */
  'filter[status]'?: IntentStatus | undefined;
  /** Only intents whose `status` is one of these, at most 100, separated by commas. */
  'filter[status][in]'?: string | undefined;
  /** Only intents whose `userId` is exactly this. 1 to 64 characters. */
  'filter[userId]'?: string | undefined;
  /** Only intents whose `userId` is one of these, at most 100, separated by commas. */
  'filter[userId][in]'?: string | undefined;
  /** Only intents whose `platform` is exactly this. */
  'filter[platform]'?: Platform | undefined;
  /** Only intents whose `platform` is one of these, at most 100, separated by commas. */
  'filter[platform][in]'?: string | undefined;
  /** Only intents whose `title` is exactly this. 1 to 200 characters. */
  'filter[title]'?: string | undefined;
  /** Only intents whose `title` is one of these, at most 100, separated by commas. */
  'filter[title][in]'?: string | undefined;
  /**
   * Only intents whose `title` contains this text; case is ignored, and there are no wildcards. 1 to 200
   * characters.
   */
  'filter[title][like]'?: string | undefined;
  /** Only intents whose `price` is exactly this. Yuan, at most 2 decimals. */
  'filter[price]'?: number | undefined;
  /**
   * Only intents whose `price` is one of these, at most 100, separated by commas. Yuan, at most 2 decimals.
   */
  'filter[price][in]'?: string | undefined;
  /** Only intents whose `price` is this or more. Yuan, at most 2 decimals. */
  'filter[price][gte]'?: number | undefined;
  /** Only intents whose `price` is this or less. Yuan, at most 2 decimals. */
  'filter[price][lte]'?: number | undefined;
  /** Only intents whose `quantity` is exactly this. */
  'filter[quantity]'?: number | undefined;
  /** Only intents whose `quantity` is one of these, at most 100, separated by commas. */
  'filter[quantity][in]'?: string | undefined;
  /** Only intents whose `quantity` is this or more. */
  'filter[quantity][gte]'?: number | undefined;
  /** Only intents whose `quantity` is this or less. */
  'filter[quantity][lte]'?: number | undefined;
  /** Only intents whose `totalAmount` is exactly this. Yuan, at most 2 decimals. */
  'filter[totalAmount]'?: number | undefined;
  /**
   * Only intents whose `totalAmount` is one of these, at most 100, separated by commas. Yuan, at most 2
   * decimals.
   */
  'filter[totalAmount][in]'?: string | undefined;
  /** Only intents whose `totalAmount` is this or more. Yuan, at most 2 decimals. */
  'filter[totalAmount][gte]'?: number | undefined;
  /** Only intents whose `totalAmount` is this or less. Yuan, at most 2 decimals. */
  'filter[totalAmount][lte]'?: number | undefined;
  /**
   * Only intents whose `createdAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[createdAt]'?: string | undefined;
  /**
   * Only intents whose `createdAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC unless
   * it has an offset; a date alone means its whole day.
   */
  'filter[createdAt][in]'?: string | undefined;
  /**
   * Only intents whose `createdAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[createdAt][gte]'?: string | undefined;
  /**
   * Only intents whose `createdAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[createdAt][lte]'?: string | undefined;
  /**
   * Only intents whose `updatedAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[updatedAt]'?: string | undefined;
  /**
   * Only intents whose `updatedAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC unless
   * it has an offset; a date alone means its whole day.
   */
  'filter[updatedAt][in]'?: string | undefined;
  /**
   * Only intents whose `updatedAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a date
   * alone means its whole day.
   */
  'filter[updatedAt][gte]'?: string | undefined;
  /**
   * Only intents whose `updatedAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[updatedAt][lte]'?: string | undefined;
  /**
   * Only intents whose `submittedAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[submittedAt]'?: string | undefined;
  /**
   * Only intents whose `submittedAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC
   * unless it has an offset; a date alone means its whole day.
   */
  'filter[submittedAt][in]'?: string | undefined;
  /**
   * Only intents whose `submittedAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[submittedAt][gte]'?: string | undefined;
  /**
   * Only intents whose `submittedAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[submittedAt][lte]'?: string | undefined;
  /**
   * Only intents whose `completedAt` is exactly this. ISO 8601, in UTC unless it has an offset; a date alone
   * means its whole day.
   */
  'filter[completedAt]'?: string | undefined;
  /**
   * Only intents whose `completedAt` is one of these, at most 100, separated by commas. ISO 8601, in UTC
   * unless it has an offset; a date alone means its whole day.
   */
  'filter[completedAt][in]'?: string | undefined;
  /**
   * Only intents whose `completedAt` is at this time or later. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[completedAt][gte]'?: string | undefined;
  /**
   * Only intents whose `completedAt` is at this time or earlier. ISO 8601, in UTC unless it has an offset; a
   * date alone means its whole day.
   */
  'filter[completedAt][lte]'?: string | undefined;
  /** Only intents whose `idempotencyKey` is exactly this. */
  'filter[idempotencyKey]'?: string | undefined;
  /**
   * Only intents whose `idempotencyKey` is one of these, at most 100, separated by commas. A key with a comma
   * in it is found only by the filter without `[in]`.
   */
  'filter[idempotencyKey][in]'?: string | undefined;
  /**
   * Which fields the lines have, separated by commas: of id, userId, platform, productUrl, title, price,
   * quantity, totalAmount, recipientName, address, phone, remarks, labels, status, statusMessage,
   * failureReason, failureCode, trackingNumber, trackingCompany, orderId, orderStatus, parcels, amountPaid,
   * refunded, cancellationFee, createdAt, updatedAt, submittedAt, completedAt, cancelledAt, archivedAt,
   * version, idempotencyKey. `id` and `createdAt` always come. Default: all but `idempotencyKey`.
   */
  fields?: string | undefined;
  /**
   * Go on behind this line of an export that was cut: its `createdAt` and `id` with a comma between them, 61
   * characters. The intent need not exist any more.
   */
  after?: string | undefined;
  /**
   * Only intents with these labels: `label[batch]=2026-11` for one value, `label[batch][in]=2026-10,2026-11`
   * for one of several, at most 100, separated by commas. At most 5 such parameters, and all must hold. A
   * value with a comma in it is found only without `[in]`.
   */
  [label: `label[${string}]`]: string | undefined;
}

/** A purchase intent in its current state. */
export interface IntentFields {
  /** Id of the intent: `int_` and 32 lower-case hex digits. */
  id: string;
  /** Your own id of the person whose purchase it is. */
  userId: string;
  /** The e-commerce platform to buy on. */
  platform: Platform;
  /** Address of the product's page, under one of the platform's product prefixes. */
  productUrl: string;
  /** Title of the product. */
  title: string;
  /** Unit price, in yuan. */
  price: number;
  /** How many pieces, 1 to 999999. */
  quantity: number;
  /** Price times quantity, in yuan. */
  totalAmount: number;
  /** Who receives the delivery. */
  recipientName: string;
  /** Where the delivery goes. */
  address: string;
  /** Mobile number with its middle masked. */
  phone: string;
  /** Free text for the order. */
  remarks?: string | undefined;
  /**
   * Your own names and values for the intent, at most 20, to find it by. A key has a lower-case letter, then
   * at most 39 lower-case letters, digits, `_`, `.` and `-`; a value has 1 to 100 characters. Not for
   * personal data: they are in exports and in full payloads of webhooks, and a redaction leaves them. Absent
   * without any.
   */
  labels?: Record<string, string> | undefined;
  /** The current status. */
  status: IntentStatus;
  /** The status in words. */
  statusMessage: string;
  /** Only when FAILED: code, colon, text. */
  failureReason?: string | undefined;
  /** Only when FAILED: the code alone. */
  failureCode?: FailureCode | undefined;
  /** The carrier's number of the parcel, once it is known. */
  trackingNumber?: string | undefined;
  /** The carrier, once it is known. */
  trackingCompany?: string | undefined;
  /** Order number on the platform, once placed; always there when COMPLETED. */
  orderId?: string | undefined;
  /**
   * Status of the order on the platform, once there is one. It can change after the intent has ended: a shop
   * may still cancel the order of a COMPLETED intent.
   */
  orderStatus?: 'PLACED' | 'SHIPPED' | 'DELIVERED' | 'CANCELLED' | undefined;
  /** All parcels of the order, in the order in which they left; absent before the first. */
  parcels?: Parcel[] | undefined;
  /**
   * Total that the platform charged, once it has confirmed the order, or ended it and refunded less; earlier
   * when it is more than `totalAmount`. Of an order that was cancelled for the service only `cancellationFee`
   * was kept, in yuan.
   */
  amountPaid?: number | undefined;
  /** Amount that the platform has refunded, once it has, in yuan. */
  refunded?: number | undefined;
  /** What the platform charged for cancelling, only if it did, in yuan. */
  cancellationFee?: number | undefined;
  /** When the intent was created. ISO 8601, UTC, milliseconds. */
  createdAt: string;
  /** When the intent last changed. ISO 8601, UTC, milliseconds. */
  updatedAt: string;
  /** When the intent was submitted; absent while it is a draft. ISO 8601, UTC, milliseconds. */
  submittedAt?: string | undefined;
  /** When the purchase was completed; only when COMPLETED. ISO 8601, UTC, milliseconds. */
  completedAt?: string | undefined;
  /** When the intent was cancelled; only when CANCELLED. ISO 8601, UTC, milliseconds. */
  cancelledAt?: string | undefined;
  /** When the intent was archived; only while it is. ISO 8601, UTC, milliseconds. */
  archivedAt?: string | undefined;
  /** Counts the visible changes, from 1. */
  version: number;
}

/** The fields to change; a field that is left out keeps its value. */
export interface UpdateIntentBody {
  /** How many pieces. 1 to 999999. */
  quantity?: number | undefined;
  /** Who receives the delivery. 2 to 50 characters. */
  recipientName?: string | undefined;
  /** Where the delivery goes. 5 to 200 characters. */
  address?: string | undefined;
  /** Mobile number of the recipient, 11 digits. */
  phone?: string | undefined;
  /** Free text for the order. 0 to 500 characters. */
  remarks?: string | undefined;
  /**
   * Your own names and values for the intent, at most 20, to find it by. A key has a lower-case letter, then
   * at most 39 lower-case letters, digits, `_`, `.` and `-`; a value has 1 to 100 characters. Not for
   * personal data: they are in exports and in full payloads of webhooks, and a redaction leaves them.
   */
  labels?: Record<string, string> | undefined;
}

/** All labels that the intent shall have; `{}`: none. */
export interface SetLabelsBody {
  /**
   * Your own names and values for the intent, at most 20, to find it by. A key has a lower-case letter, then
   * at most 39 lower-case letters, digits, `_`, `.` and `-`; a value has 1 to 100 characters. Not for
   * personal data: they are in exports and in full payloads of webhooks, and a redaction leaves them.
   */
  labels: Record<string, string>;
}

/** The result of a cancellation. */
export interface CancelledIntent {
  /** Id of the intent: `int_` and 32 lower-case hex digits. */
  id: string;
  /** Always CANCELLED. */
  status: 'CANCELLED';
  /** When the intent last changed. ISO 8601, UTC, milliseconds. */
  updatedAt: string;
  /** When the intent was cancelled; only when CANCELLED. ISO 8601, UTC, milliseconds. */
  cancelledAt: string;
  /** What the platform charged for cancelling, only if it did, in yuan. */
  cancellationFee?: number | undefined;
}

/** The timeline of an intent. */
export interface IntentEvents {
  /** All entries, oldest first. */
  items: IntentEvent[];
}

/** One entry of the timeline. */
export interface IntentEvent {
  /**
   * What happened: `intent.drafted`, `intent.submitted`, `intent.updated`, `intent.processing`,
   * `intent.attempt_failed`, `intent.completed`, `intent.failed`, `intent.cancel_requested`,
   * `intent.cancel_refused`, `intent.cancelled`, `intent.deleted`, `intent.archived`, `intent.unarchived`,
   * `intent.recovered`, `intent.redacted`, `order.accepted`, `order.overcharged`, `order.amount_changed`,
   * `order.shipped`, `order.delivered`, `order.refunded`, `order.cancelled_by_shop`, `order.late_cancelled`,
   * `order.content_differs`, `order.late_stands`, `order.found_without_effect`.
   */
  type: string;
  /** When it happened. ISO 8601, UTC, milliseconds. */
  at: string;
  /** The status before; absent in the first entry and when the status did not change. */
  from?: IntentStatus | undefined;
  /** The status after; absent when it did not change. */
  to?: IntentStatus | undefined;
  /** Details in words, when there are any; what it holds depends on `type`. */
  detail?: string | undefined;
}

/** Where the page begins, and which events it shows. */
export interface ListEventsQuery {
  /**
   * The `sequence` of the event that was handled last: the page begins after it. `0`, the default, begins
   * with the oldest event that is kept, `latest` after the newest.
   */
  cursor?: string | undefined;
  /** Events a page, from 1. Default 100; above 500 counts as 500. */
  limit?: number | undefined;
  /** Only events of these types, at most 20, separated by commas. */
  types?: string | undefined;
  /** Only events of this intent. */
  intentId?: string | undefined;
  /** How many whole seconds, from 0 to 25, the call waits for an event while there is none. Default 0. */
  wait?: number | undefined;
}

/** One page of the feed of the App. */
export interface EventPage {
  /** Events, oldest first; possibly none. */
  items: AppEvent[];
  /**
   * Value of `cursor` for the next call, 1 to 15 digits. It also passes events that the filters leave out.
   */
  nextCursor: string;
  /** Whether there are events after `nextCursor` already. The filters may leave all of them out. */
  hasMore: boolean;
}

/** Something that happened to an intent of the App. */
export interface AppEvent {
  /** Id of the event: `evt_` and 32 lower-case hex digits. A webhook carries it as `webhook-id`. */
  id: string;
  /**
   * What happened: `intent.drafted`, `intent.submitted`, `intent.updated`, `intent.processing`,
   * `intent.completed`, `intent.failed`, `intent.cancel_requested`, `intent.cancel_refused`,
   * `intent.cancelled`, `intent.deleted`, `intent.archived`, `intent.unarchived`, `intent.recovered`,
   * `intent.redacted`, `order.accepted`, `order.overcharged`, `order.amount_changed`, `order.shipped`,
   * `order.delivered`, `order.refunded`, `order.cancelled_by_shop`, `order.late_cancelled`,
   * `order.content_differs`, `order.late_stands`, `order.found_without_effect`, `webhook.failing`,
   * `webhook.disabled`. A later version may add types: ignore those that you do not know.
   */
  type: string;
  /** When it happened. ISO 8601, UTC, milliseconds. */
  timestamp: string;
  /**
   * Counts the events of the App, from 1 without gaps. Of two events of one intent, the later has the higher
   * number.
   */
  sequence: number;
  /** The intent as of the event. Later changes do not show. */
  data: AppEventData;
}

/** The intent as of the event. Later changes do not show. */
export interface AppEventData {
  /** Id of the intent: `int_` and 32 lower-case hex digits. */
  intentId: string;
  /** The status before; absent when it did not change. */
  from?: IntentStatus | undefined;
  /** The status after; absent when it did not change. */
  to?: IntentStatus | undefined;
  /** The status of the intent right after the event. */
  status: IntentStatus;
  /** The `version` of the intent right after the event, from 1. */
  version: number;
  /** What else is to say; what it holds depends on `type`. */
  detail?: string | undefined;
}

/** An endpoint to register. */
export interface CreateWebhookBody {
  /**
   * Where the events are sent: https, a host name that leads to public addresses, port 443 or 1024 to 65535,
   * no user info, no fragment.
   */
  url: string;
  /** What the endpoint is for, in your words. 0 to 200 characters. */
  description?: string | undefined;
  /**
   * The types that are sent: `["*"]` for all but intent.archived and intent.unarchived, or 1 to 30 of them.
   */
  eventTypes?: SubscribedType[] | undefined;
  /**
   * `thin`: the event alone. `full`: also the intent as it is when the request is sent, without personal
   * data.
   */
  payload?: 'thin' | 'full' | undefined;
  /** The most requests in a second, 1 to 50. 1 to 50. */
  maxPerSecond?: number | undefined;
  /** Whether events are sent. An endpoint that is enabled again gets none of those that it missed. */
  status?: 'ENABLED' | 'DISABLED' | undefined;
  /**
   * How requests are signed: `v1` is HMAC-SHA256 with a shared secret, `v1a` is ed25519 with a public key. It
   * never changes.
   */
  signature?: 'v1' | 'v1a' | undefined;
}

/** The new endpoint, with its secret. */
export interface CreatedWebhook {
  /** Id of the endpoint: `whk_` and 32 lower-case hex digits. */
  id: string;
  /**
   * Where the events are sent: https, a host name that leads to public addresses, port 443 or 1024 to 65535,
   * no user info, no fragment.
   */
  url: string;
  /** What the endpoint is for, 0 to 200 characters. */
  description: string;
  /** The types that are sent; `*` stands for all. */
  eventTypes: string[];
  /**
   * `thin`: the event alone. `full`: also the intent as it is when the request is sent, without personal
   * data.
   */
  payload: 'thin' | 'full';
  /**
   * How requests are signed: `v1` is HMAC-SHA256 with a shared secret, `v1a` is ed25519 with a public key. It
   * never changes.
   */
  signature: 'v1' | 'v1a';
  /** The most requests in a second, 1 to 50. 1 to 50. */
  maxPerSecond: number;
  /** Whether events are sent. An endpoint that is enabled again gets none of those that it missed. */
  status: 'ENABLED' | 'DISABLED';
  /**
   * Why it is disabled: `CALLER` (its App disabled it), `GONE` (it answered 410), `FAILING` (its deliveries
   * failed for days), `MOVED` (it was made of an address that the App had, and nobody has enabled it yet).
   * Absent while it is enabled.
   */
  disabledReason?: 'CALLER' | 'GONE' | 'FAILING' | 'MOVED' | undefined;
  /** Since when it is disabled; absent while it is enabled. ISO 8601, UTC, milliseconds. */
  disabledAt?: string | undefined;
  /** The first failure since the last success; absent while requests succeed. ISO 8601, UTC, milliseconds. */
  failingSince?: string | undefined;
  /** Until when the older of two secrets signs too; absent outside that time. ISO 8601, UTC, milliseconds. */
  secretExpiresAt?: string | undefined;
  /**
   * The keys that verify its requests, the newest first; two while the older one still signs. Only with
   * `v1a`.
   */
  publicKeys?: string[] | undefined;
  /** When it was registered. ISO 8601, UTC, milliseconds. */
  createdAt: string;
  /** When its caller or the service last changed it. ISO 8601, UTC, milliseconds. */
  updatedAt: string;
  /** Counts its changes, from 1; the `ETag` without its quotation marks. */
  version: number;
  /**
   * The secret that requests are signed with: `whsec_` and standard base64 of 32 bytes, 50 characters. It is
   * never shown again. Absent with `v1a`.
   */
  secret?: string | undefined;
}

/** The endpoints of the App. */
export interface WebhookList {
  /** All endpoints of the App, the newest first. */
  items: Webhook[];
}

/** An endpoint that the events of the App are sent to. */
export interface Webhook {
  /** Id of the endpoint: `whk_` and 32 lower-case hex digits. */
  id: string;
  /**
   * Where the events are sent: https, a host name that leads to public addresses, port 443 or 1024 to 65535,
   * no user info, no fragment.
   */
  url: string;
  /** What the endpoint is for, 0 to 200 characters. */
  description: string;
  /** The types that are sent; `*` stands for all. */
  eventTypes: string[];
  /**
   * `thin`: the event alone. `full`: also the intent as it is when the request is sent, without personal
   * data.
   */
  payload: 'thin' | 'full';
  /**
   * How requests are signed: `v1` is HMAC-SHA256 with a shared secret, `v1a` is ed25519 with a public key. It
   * never changes.
   */
  signature: 'v1' | 'v1a';
  /** The most requests in a second, 1 to 50. 1 to 50. */
  maxPerSecond: number;
  /** Whether events are sent. An endpoint that is enabled again gets none of those that it missed. */
  status: 'ENABLED' | 'DISABLED';
  /**
   * Why it is disabled: `CALLER` (its App disabled it), `GONE` (it answered 410), `FAILING` (its deliveries
   * failed for days), `MOVED` (it was made of an address that the App had, and nobody has enabled it yet).
   * Absent while it is enabled.
   */
  disabledReason?: 'CALLER' | 'GONE' | 'FAILING' | 'MOVED' | undefined;
  /** Since when it is disabled; absent while it is enabled. ISO 8601, UTC, milliseconds. */
  disabledAt?: string | undefined;
  /** The first failure since the last success; absent while requests succeed. ISO 8601, UTC, milliseconds. */
  failingSince?: string | undefined;
  /** Until when the older of two secrets signs too; absent outside that time. ISO 8601, UTC, milliseconds. */
  secretExpiresAt?: string | undefined;
  /**
   * The keys that verify its requests, the newest first; two while the older one still signs. Only with
   * `v1a`.
   */
  publicKeys?: string[] | undefined;
  /** When it was registered. ISO 8601, UTC, milliseconds. */
  createdAt: string;
  /** When its caller or the service last changed it. ISO 8601, UTC, milliseconds. */
  updatedAt: string;
  /** Counts its changes, from 1; the `ETag` without its quotation marks. */
  version: number;
}

/** The fields to change; a field that is left out keeps its value. */
export interface UpdateWebhookBody {
  /**
   * Where the events are sent: https, a host name that leads to public addresses, port 443 or 1024 to 65535,
   * no user info, no fragment.
   */
  url?: string | undefined;
  /** What the endpoint is for, in your words. 0 to 200 characters. */
  description?: string | undefined;
  /**
   * The types that are sent: `["*"]` for all but intent.archived and intent.unarchived, or 1 to 30 of them.
   */
  eventTypes?: SubscribedType[] | undefined;
  /**
   * `thin`: the event alone. `full`: also the intent as it is when the request is sent, without personal
   * data.
   */
  payload?: 'thin' | 'full' | undefined;
  /** The most requests in a second, 1 to 50. 1 to 50. */
  maxPerSecond?: number | undefined;
  /** Whether events are sent. An endpoint that is enabled again gets none of those that it missed. */
  status?: 'ENABLED' | 'DISABLED' | undefined;
}

/** How long the old secret stays. */
export interface RotateWebhookSecretBody {
  /** How many seconds the old secret still signs beside the new one, 0 to 604800. 0 to 604800. */
  graceSeconds?: number | undefined;
}

/** The new secret with `v1`, the new public key with `v1a`. */
export interface RotatedWebhookSecret {
  /**
   * The secret that requests are signed with: `whsec_` and standard base64 of 32 bytes, 50 characters. It is
   * never shown again.
   */
  secret?: string | undefined;
  /** An ed25519 public key: `whpk_` and standard base64 of its 32 bytes, 49 characters. */
  publicKey?: string | undefined;
  /** When the old secret signs no more. ISO 8601, UTC, milliseconds. */
  expiresAt: string;
}

/** Which sample is sent. */
export interface TestWebhookBody {
  /** The type of the sample event. */
  type?:
    | 'intent.drafted'
    | 'intent.submitted'
    | 'intent.updated'
    | 'intent.processing'
    | 'intent.completed'
    | 'intent.failed'
    | 'intent.cancel_requested'
    | 'intent.cancel_refused'
    | 'intent.cancelled'
    | 'intent.deleted'
    | 'intent.archived'
    | 'intent.unarchived'
    | 'intent.recovered'
    | 'intent.redacted'
    | 'order.accepted'
    | 'order.overcharged'
    | 'order.amount_changed'
    | 'order.shipped'
    | 'order.delivered'
    | 'order.refunded'
    | 'order.cancelled_by_shop'
    | 'order.late_cancelled'
    | 'order.content_differs'
    | 'order.late_stands'
    | 'order.found_without_effect'
    | 'webhook.failing'
    | 'webhook.disabled'
    | 'webhook.test'
    | undefined;
}

/** What the receiver answered to the sample. */
export interface TestedWebhook {
  /** How long it took, in thousandths of seconds, from 0. */
  durationMs?: number | undefined;
  /**
   * The HTTP status of the answer, as for all requests from 100 to 599; absent without an answer. 100 to 599.
   */
  status?: number | undefined;
  /**
   * Why it failed: `DNS` (the name of the host does not resolve), `BLOCKED_ADDRESS` (the host has an address
   * that is not public), `CONNECT` (no connection), `TLS` (no TLS connection, or its certificate is not valid
   * for the host), `TIMEOUT` (no answer in time), `RESET` (the connection ended before the answer), `STATUS`
   * (the answer was no 2xx), `UNKNOWN` (the process that made the attempt ended before its answer). Absent
   * after a success.
   */
  error?:
    | 'DNS'
    | 'BLOCKED_ADDRESS'
    | 'CONNECT'
    | 'TLS'
    | 'TIMEOUT'
    | 'RESET'
    | 'STATUS'
    | 'UNKNOWN'
    | undefined;
  /**
   * The beginning of the answer's body, at most 1024 bytes; control characters are replaced. Absent when it
   * is empty.
   */
  response?: string | undefined;
}

/** Which deliveries of the log are shown. */
export interface ListDeliveriesQuery {
  /** Items a page, from 1. Default 20; above 100 counts as 100. */
  limit?: number | undefined;
  /** `nextCursor` of the page before. Opaque text. */
  cursor?: string | undefined;
  /** Only deliveries in this state. */
  state?: 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'ENDED' | undefined;
  /** Only deliveries of events of this type. */
  type?: FeedEventType | undefined;
  /** Only deliveries of events of this intent: `int_` and 32 hex digits. */
  intentId?: string | undefined;
  /** Only deliveries queued at this time or later. ISO 8601. */
  since?: string | undefined;
  /** Only deliveries queued at this time or before. ISO 8601; a date alone means its whole day. */
  until?: string | undefined;
}

/** One page of the log of an endpoint. */
export interface DeliveryPage {
  /** Deliveries, the newest first. */
  items: WebhookDelivery[];
  /** Value of `cursor` for the next page; null on the last page. Opaque text. */
  nextCursor: string | null;
}

/** An event on its way to an endpoint. */
export interface WebhookDelivery {
  /** Id of the delivery: `dlv_` and 32 lower-case hex digits. */
  id: string;
  /** Id of the event, in `webhook-id` of every attempt: `evt_` and 32 hex digits. */
  eventId: string;
  /** The `sequence` of the event among the events of the App, from 1. */
  sequence: number;
  /** The type of the event: two words with a dot between them. */
  type: string;
  /** The intent of the event: `int_` and 32 hex digits; absent when the event is about an endpoint. */
  intentId?: string | undefined;
  /**
   * What became of it: `PENDING` (an attempt is due or under way), `SUCCEEDED` (the receiver took it),
   * `FAILED` (the last attempt failed), `ENDED` (it is sent no more, because its endpoint was disabled).
   */
  state: 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'ENDED';
  /** How many requests were made, from 0. */
  attempts: number;
  /** When the next attempt is due; absent when there is none. ISO 8601, UTC, milliseconds. */
  nextAttemptAt?: string | undefined;
  /**
   * The HTTP status of the last answer, as for all requests from 100 to 599; absent before the first. 100 to
   * 599.
   */
  lastStatus?: number | undefined;
  /** When the event was queued for the endpoint. ISO 8601, UTC, milliseconds. */
  createdAt: string;
}

/** A delivery with its body and attempts. */
export interface WebhookDeliveryDetail {
  /** Id of the delivery: `dlv_` and 32 lower-case hex digits. */
  id: string;
  /** Id of the event, in `webhook-id` of every attempt: `evt_` and 32 hex digits. */
  eventId: string;
  /** The `sequence` of the event among the events of the App, from 1. */
  sequence: number;
  /** The type of the event: two words with a dot between them. */
  type: string;
  /** The intent of the event: `int_` and 32 hex digits; absent when the event is about an endpoint. */
  intentId?: string | undefined;
  /**
   * What became of it: `PENDING` (an attempt is due or under way), `SUCCEEDED` (the receiver took it),
   * `FAILED` (the last attempt failed), `ENDED` (it is sent no more, because its endpoint was disabled).
   */
  state: 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'ENDED';
  /** How many requests were made, from 0. */
  attempts: number;
  /** When the next attempt is due; absent when there is none. ISO 8601, UTC, milliseconds. */
  nextAttemptAt?: string | undefined;
  /**
   * The HTTP status of the last answer, as for all requests from 100 to 599; absent before the first. 100 to
   * 599.
   */
  lastStatus?: number | undefined;
  /** When the event was queued for the endpoint. ISO 8601, UTC, milliseconds. */
  createdAt: string;
  /**
   * The body of its requests, a text to show, not to compare. A full one is shown without the intent, which
   * is read anew for each.
   */
  body: string;
  /** Its attempts, the oldest first. */
  log: WebhookAttempt[];
}

/** One attempt. Without `durationMs` and `error` it is under way. */
export interface WebhookAttempt {
  /** When it began. ISO 8601, UTC, milliseconds. */
  at: string;
  /** Why it was made. */
  trigger: 'SCHEDULE' | 'RETRY' | 'REPLAY';
  /** How long it took, in thousandths of seconds, from 0. */
  durationMs?: number | undefined;
  /**
   * The HTTP status of the answer, as for all requests from 100 to 599; absent without an answer. 100 to 599.
   */
  status?: number | undefined;
  /**
   * Why it failed: `DNS` (the name of the host does not resolve), `BLOCKED_ADDRESS` (the host has an address
   * that is not public), `CONNECT` (no connection), `TLS` (no TLS connection, or its certificate is not valid
   * for the host), `TIMEOUT` (no answer in time), `RESET` (the connection ended before the answer), `STATUS`
   * (the answer was no 2xx), `UNKNOWN` (the process that made the attempt ended before its answer). Absent
   * after a success.
   */
  error?:
    | 'DNS'
    | 'BLOCKED_ADDRESS'
    | 'CONNECT'
    | 'TLS'
    | 'TIMEOUT'
    | 'RESET'
    | 'STATUS'
    | 'UNKNOWN'
    | undefined;
  /**
   * The beginning of the answer's body, at most 1024 bytes; control characters are replaced. Absent when it
   * is empty.
   */
  response?: string | undefined;
}

/** Which events are sent again. */
export interface CreateReplayBody {
  /** Events published at this time or later. ISO 8601, in UTC unless it has an offset. */
  since: string;
  /** Events published at this time or before, ISO 8601; by default those until now. */
  until?: string | undefined;
  /** Only events of these types, at most 30; by default those of the endpoint. */
  types?: FeedEventType[] | undefined;
  /** `missed`: events that the endpoint has not taken yet. `all`: also those that it has. */
  scope?: 'missed' | 'all' | undefined;
}

/** Events that are sent again. */
export interface WebhookReplay {
  /** Id of the replay: `rpl_` and 32 lower-case hex digits. */
  id: string;
  /**
   * How far it is: `RUNNING` (it sends events), `DONE` (it has sent all of them), `ENDED` (it was ended,
   * because its endpoint was disabled).
   */
  state: 'RUNNING' | 'DONE' | 'ENDED';
  /** Events published from then on. ISO 8601, UTC, milliseconds. */
  since: string;
  /** Events published until then. ISO 8601, UTC, milliseconds. */
  until: string;
  /** Of these types; `*` stands for all. */
  types: string[];
  /** What it sends. */
  scope: 'missed' | 'all';
  /** Events that it has queued so far, from 0. */
  sent: number;
  /** Events of that time that it has not looked at yet, from 0. */
  remaining: number;
  /** When it was asked for. ISO 8601, UTC, milliseconds. */
  createdAt: string;
}

export interface FieldErrors {
  /** One entry for each invalid field; `field` is a dotted path. */
  errors: { field: string; message: string }[];
}

export interface AllowedStatuses {
  currentStatus: IntentStatus;
  allowedStatuses: IntentStatus[];
}

export interface StatusReason {
  currentStatus: IntentStatus;
  reason: string;
}

export interface CallerAddress {
  /** 0 to 64 characters. */
  address: string;
}

export interface FirstIntent {
  /** Id of the intent: `int_` and 32 lower-case hex digits. */
  id: string;
}

/** The endpoint that has the address. */
export interface FirstEndpoint {
  /** Id of the endpoint: `whk_` and 32 lower-case hex digits. */
  id: string;
}

export interface CurrentVersion {
  currentVersion: number;
}

/** Why nothing is sent. */
export interface WhyDisabled {
  /**
   * Why it is disabled: `CALLER` (its App disabled it), `GONE` (it answered 410), `FAILING` (its deliveries
   * failed for days), `MOVED` (it was made of an address that the App had, and nobody has enabled it yet).
   */
  disabledReason: 'CALLER' | 'GONE' | 'FAILING' | 'MOVED';
}

/** The replay that runs. */
export interface RunningReplay {
  /** Id of the replay: `rpl_` and 32 lower-case hex digits. */
  replayId: string;
}

/** How many there may be. */
export interface ReachedLimit {
  /** How many records there may be, from 1. */
  limit: number;
}

/** Where the events begin that are kept. */
export interface OldestCursor {
  /** The cursor before the oldest event that is kept: 1 to 16 digits. 1 to 16 characters. */
  oldestCursor: string;
}

export interface Unhealthy {
  status: 'unhealthy';
  timestamp: string;
}

export interface Degraded {
  status: 'degraded';
  timestamp: string;
  details: string;
}

export interface Reason {
  reason: string;
}

/** The fields of a list's items when the caller chooses none. */
export type ListItemField =
  | 'id'
  | 'userId'
  | 'platform'
  | 'title'
  | 'price'
  | 'quantity'
  | 'totalAmount'
  | 'status'
  | 'createdAt'
  | 'updatedAt';

/** The fields that the status decides. */
export type StatusField =
  | 'status'
  | 'completedAt'
  | 'failureReason'
  | 'failureCode'
  | 'cancelledAt';

/** The fields of an intent in each status. */
export interface IntentByStatus {
  DRAFT: Omit<IntentFields, StatusField> & {
    status: 'DRAFT';
    completedAt?: undefined;
    failureReason?: undefined;
    failureCode?: undefined;
    cancelledAt?: undefined;
  };
  SUBMITTED: Omit<IntentFields, StatusField> & {
    status: 'SUBMITTED';
    completedAt?: undefined;
    failureReason?: undefined;
    failureCode?: undefined;
    cancelledAt?: undefined;
  };
  PROCESSING: Omit<IntentFields, StatusField> & {
    status: 'PROCESSING';
    completedAt?: undefined;
    failureReason?: undefined;
    failureCode?: undefined;
    cancelledAt?: undefined;
  };
  COMPLETED: Omit<IntentFields, StatusField> & {
    status: 'COMPLETED';
    completedAt: Exclude<IntentFields['completedAt'], undefined>;
    failureReason?: undefined;
    failureCode?: undefined;
    cancelledAt?: undefined;
    orderId: Exclude<IntentFields['orderId'], undefined>;
  };
  FAILED: Omit<IntentFields, StatusField> & {
    status: 'FAILED';
    completedAt?: undefined;
    failureReason: Exclude<IntentFields['failureReason'], undefined>;
    failureCode: Exclude<IntentFields['failureCode'], undefined>;
    cancelledAt?: undefined;
  };
  CANCELLED: Omit<IntentFields, StatusField> & {
    status: 'CANCELLED';
    completedAt?: undefined;
    failureReason?: undefined;
    failureCode?: undefined;
    cancelledAt: Exclude<IntentFields['cancelledAt'], undefined>;
  };
}

/** An intent with one of the statuses `S`; comparing its `status` narrows its fields. */
export type IntentIn<S extends IntentStatus> = S extends IntentStatus ? IntentByStatus[S] : never;

/**
 * A purchase intent in its current state. Comparing its `status` shows the fields of that status: a FAILED
 * one has a `failureCode`.
 */
export type Intent = IntentIn<IntentStatus>;

/** Errors that every signed operation can return in addition to its own. */
export type SharedErrorName =
  | 'APP_UNKNOWN'
  | 'TIMESTAMP_INVALID'
  | 'SIGNATURE_INVALID'
  | 'IP_NOT_ALLOWED'
  | 'PERMISSION_MISSING'
  | 'RATE_LIMITED'
  | 'BODY_MALFORMED'
  | 'VALIDATION_FAILED'
  | 'URL_TOO_LONG'
  | 'BODY_TOO_LARGE'
  | 'HTTPS_REQUIRED'
  | 'INTERNAL'
  | 'UNAVAILABLE';

/** Every operation: its parameters, its result, and the errors that it can return. */
export interface Operations {
  /** Check the health of the service. */
  getHealth: {
    result: Health;
    errors:
      | 'URL_TOO_LONG'
      | 'BODY_TOO_LARGE'
      | 'HTTPS_REQUIRED'
      | 'INTERNAL'
      | 'UNAVAILABLE'
      | 'BODY_MALFORMED'
      | 'VALIDATION_FAILED'
      | 'UNHEALTHY'
      | 'DATABASE_UNAVAILABLE';
  };
  /** Create an intent. */
  createIntent: {
    body: CreateIntentBody;
    result: CreatedIntent;
    errors: SharedErrorName | 'MEDIA_TYPE_UNSUPPORTED' | 'IDEMPOTENCY_KEY_REUSED' | 'SIGNATURE_REUSED';
  };
  /** List intents. */
  listIntents: {
    query: ListIntentsQuery;
    result: IntentPage;
    errors: SharedErrorName | 'LIST_TOO_COSTLY';
  };
  /** Create many intents. */
  createIntents: {
    body: CreateIntentsBody;
    result: BatchResult;
    errors: SharedErrorName | 'MEDIA_TYPE_UNSUPPORTED' | 'BATCH_PARTIAL';
  };
  /** Export intents. */
  exportIntents: {
    query: ExportIntentsQuery;
    result: string;
    errors: SharedErrorName;
  };
  /** Read an intent. */
  getIntent: {
    params: { id: string };
    result: Intent;
    errors: SharedErrorName | 'INTENT_NOT_FOUND' | 'NOT_OWNER';
  };
  /** Update an intent. */
  updateIntent: {
    params: { id: string };
    body: UpdateIntentBody;
    result: Intent;
    errors:
      | SharedErrorName
      | 'INTENT_NOT_FOUND'
      | 'NOT_OWNER'
      | 'MEDIA_TYPE_UNSUPPORTED'
      | 'UPDATE_REFUSED'
      | 'VERSION_CONFLICT';
  };
  /** Replace an intent's labels. */
  setIntentLabels: {
    params: { id: string };
    body: SetLabelsBody;
    result: Intent;
    errors: SharedErrorName | 'INTENT_NOT_FOUND' | 'NOT_OWNER' | 'MEDIA_TYPE_UNSUPPORTED';
  };
  /** Cancel an intent. */
  cancelIntent: {
    params: { id: string };
    result: CancelledIntent;
    errors:
      | SharedErrorName
      | 'INTENT_NOT_FOUND'
      | 'NOT_OWNER'
      | 'CANCEL_REFUSED'
      | 'CANCEL_FAILED'
      | 'CANCEL_UNDECIDED'
      | 'VERSION_CONFLICT';
  };
  /** Submit a draft. */
  submitIntent: {
    params: { id: string };
    result: Intent;
    errors: SharedErrorName | 'INTENT_NOT_FOUND' | 'NOT_OWNER' | 'SUBMIT_REFUSED' | 'VERSION_CONFLICT';
  };
  /** Delete an intent. */
  deleteIntent: {
    params: { id: string };
    result: null;
    errors: SharedErrorName | 'INTENT_NOT_FOUND' | 'NOT_OWNER' | 'DELETE_REFUSED' | 'VERSION_CONFLICT';
  };
  /** Archive an intent. */
  archiveIntent: {
    params: { id: string };
    result: Intent;
    errors: SharedErrorName | 'INTENT_NOT_FOUND' | 'NOT_OWNER' | 'ARCHIVE_REFUSED' | 'VERSION_CONFLICT';
  };
  /** Unarchive an intent. */
  unarchiveIntent: {
    params: { id: string };
    result: Intent;
    errors: SharedErrorName | 'INTENT_NOT_FOUND' | 'NOT_OWNER' | 'VERSION_CONFLICT';
  };
  /** Read an intent's timeline. */
  listIntentEvents: {
    params: { id: string };
    result: IntentEvents;
    errors: SharedErrorName | 'INTENT_NOT_FOUND' | 'NOT_OWNER';
  };
  /** Read the App's events. */
  listEvents: {
    query: ListEventsQuery;
    result: EventPage;
    errors: SharedErrorName | 'EVENTS_EXPIRED';
  };
  /** Register a webhook endpoint. */
  createWebhook: {
    body: CreateWebhookBody;
    result: CreatedWebhook;
    errors: SharedErrorName | 'MEDIA_TYPE_UNSUPPORTED' | 'WEBHOOK_EXISTS' | 'LIMIT_REACHED';
  };
  /** List webhook endpoints. */
  listWebhooks: {
    result: WebhookList;
    errors: SharedErrorName;
  };
  /** Read a webhook endpoint. */
  getWebhook: {
    params: { id: string };
    result: Webhook;
    errors: SharedErrorName | 'WEBHOOK_NOT_FOUND' | 'NOT_OWNER';
  };
  /** Change a webhook endpoint. */
  updateWebhook: {
    params: { id: string };
    body: UpdateWebhookBody;
    result: Webhook;
    errors:
      | SharedErrorName
      | 'WEBHOOK_NOT_FOUND'
      | 'NOT_OWNER'
      | 'MEDIA_TYPE_UNSUPPORTED'
      | 'WEBHOOK_EXISTS'
      | 'VERSION_CONFLICT';
  };
  /** Delete a webhook endpoint. */
  deleteWebhook: {
    params: { id: string };
    result: null;
    errors: SharedErrorName | 'WEBHOOK_NOT_FOUND' | 'NOT_OWNER' | 'VERSION_CONFLICT';
  };
  /** Rotate a webhook endpoint's secret. */
  rotateWebhookSecret: {
    params: { id: string };
    body: RotateWebhookSecretBody;
    result: RotatedWebhookSecret;
    errors:
      | SharedErrorName
      | 'WEBHOOK_NOT_FOUND'
      | 'NOT_OWNER'
      | 'MEDIA_TYPE_UNSUPPORTED'
      | 'VERSION_CONFLICT';
  };
  /** Test a webhook endpoint. */
  testWebhook: {
    params: { id: string };
    body: TestWebhookBody;
    result: TestedWebhook;
    errors:
      | SharedErrorName
      | 'WEBHOOK_NOT_FOUND'
      | 'NOT_OWNER'
      | 'MEDIA_TYPE_UNSUPPORTED'
      | 'WEBHOOK_DISABLED';
  };
  /** List the deliveries of a webhook endpoint. */
  listWebhookDeliveries: {
    params: { id: string };
    query: ListDeliveriesQuery;
    result: DeliveryPage;
    errors: SharedErrorName | 'WEBHOOK_NOT_FOUND' | 'NOT_OWNER';
  };
  /** Read a delivery. */
  getWebhookDelivery: {
    params: { id: string };
    result: WebhookDeliveryDetail;
    errors: SharedErrorName | 'WEBHOOK_NOT_FOUND' | 'NOT_OWNER' | 'DELIVERY_NOT_FOUND';
  };
  /** Send a delivery again. */
  retryWebhookDelivery: {
    params: { id: string };
    result: WebhookDelivery;
    errors: SharedErrorName | 'WEBHOOK_NOT_FOUND' | 'NOT_OWNER' | 'DELIVERY_NOT_FOUND' | 'WEBHOOK_DISABLED';
  };
  /** Replay events. */
  createWebhookReplay: {
    params: { id: string };
    body: CreateReplayBody;
    result: WebhookReplay;
    errors:
      | SharedErrorName
      | 'WEBHOOK_NOT_FOUND'
      | 'NOT_OWNER'
      | 'MEDIA_TYPE_UNSUPPORTED'
      | 'WEBHOOK_DISABLED'
      | 'REPLAY_RUNNING'
      | 'EVENTS_EXPIRED';
  };
  /** Read a replay. */
  getWebhookReplay: {
    params: { id: string };
    result: WebhookReplay;
    errors: SharedErrorName | 'WEBHOOK_NOT_FOUND' | 'NOT_OWNER' | 'DELIVERY_NOT_FOUND';
  };
}

export type OperationId = keyof Operations;

/** Every error of the service, by name. */
export interface ErrorsByName {
  /** At least one item of the batch failed. */
  BATCH_PARTIAL: { code: 20701; status: 207; retry: 'never'; data: BatchResult };
  /** Parameter validation failed. */
  VALIDATION_FAILED: { code: 40001; status: 400; retry: 'never'; data: FieldErrors };
  /** The current status does not allow an update. */
  UPDATE_REFUSED: { code: 40002; status: 400; retry: 'never'; data: AllowedStatuses };
  /** The current status does not allow submitting. */
  SUBMIT_REFUSED: { code: 40002; status: 400; retry: 'never'; data: AllowedStatuses };
  /** The current status does not allow archiving. */
  ARCHIVE_REFUSED: { code: 40002; status: 400; retry: 'never'; data: AllowedStatuses };
  /** The request body is malformed. */
  BODY_MALFORMED: { code: 40003; status: 400; retry: 'never'; data: null };
  /** The bytes are not a valid HTTP request. */
  REQUEST_MALFORMED: { code: 40003; status: 400; retry: 'never'; data: null };
  /** The current status does not allow cancelling. */
  CANCEL_REFUSED: { code: 40003; status: 400; retry: 'never'; data: StatusReason };
  /** The current status does not allow deleting. */
  DELETE_REFUSED: { code: 40004; status: 400; retry: 'never'; data: StatusReason };
  /** Signature verification failed. */
  SIGNATURE_INVALID: { code: 40101; status: 401; retry: 'never'; data: null };
  /** The timestamp is invalid or out of range. */
  TIMESTAMP_INVALID: { code: 40102; status: 401; retry: 'clock'; data: null };
  /** The App ID does not exist. */
  APP_UNKNOWN: { code: 40103; status: 401; retry: 'never'; data: null };
  /** The caller address is not on the allow list. */
  IP_NOT_ALLOWED: { code: 40301; status: 403; retry: 'never'; data: CallerAddress };
  /** HTTPS is required. */
  HTTPS_REQUIRED: { code: 40301; status: 403; retry: 'never'; data: null };
  /** The record belongs to another App. */
  NOT_OWNER: { code: 40301; status: 403; retry: 'never'; data: null };
  /** The App lacks the permission for this call. */
  PERMISSION_MISSING: { code: 40302; status: 403; retry: 'never'; data: null };
  /** No such route. */
  ROUTE_NOT_FOUND: { code: 40400; status: 404; retry: 'never'; data: null };
  /** The intent does not exist. */
  INTENT_NOT_FOUND: { code: 40401; status: 404; retry: 'never'; data: null };
  /** The webhook endpoint does not exist. */
  WEBHOOK_NOT_FOUND: { code: 40402; status: 404; retry: 'never'; data: null };
  /** The delivery or replay does not exist, or is kept no longer. */
  DELIVERY_NOT_FOUND: { code: 40403; status: 404; retry: 'never'; data: null };
  /** The method is not allowed on this route. */
  METHOD_NOT_ALLOWED: { code: 40500; status: 405; retry: 'never'; data: null };
  /** The Idempotency-Key was used with another request body. */
  IDEMPOTENCY_KEY_REUSED: { code: 40901; status: 409; retry: 'never'; data: FirstIntent };
  /** The signature was used for another create. */
  SIGNATURE_REUSED: { code: 40901; status: 409; retry: 'sign'; data: null };
  /** The App has an endpoint with this address. */
  WEBHOOK_EXISTS: { code: 40901; status: 409; retry: 'never'; data: FirstEndpoint };
  /** The record has changed since that version. */
  VERSION_CONFLICT: { code: 40902; status: 409; retry: 'never'; data: CurrentVersion };
  /** The webhook endpoint is disabled. */
  WEBHOOK_DISABLED: { code: 40902; status: 409; retry: 'never'; data: WhyDisabled };
  /** A replay of this endpoint is running. */
  REPLAY_RUNNING: { code: 40902; status: 409; retry: 'never'; data: RunningReplay };
  /** The App has as many of these as it may have. */
  LIMIT_REACHED: { code: 40903; status: 409; retry: 'never'; data: ReachedLimit };
  /** Events after the cursor are kept no longer. */
  EVENTS_EXPIRED: { code: 41001; status: 410; retry: 'never'; data: OldestCursor };
  /** The request body is over 1 MB. */
  BODY_TOO_LARGE: { code: 41301; status: 413; retry: 'never'; data: null };
  /** The URL is over 8192 characters. */
  URL_TOO_LONG: { code: 41401; status: 414; retry: 'never'; data: null };
  /** The request body must be application/json. */
  MEDIA_TYPE_UNSUPPORTED: { code: 41501; status: 415; retry: 'never'; data: null };
  /** Rate limit exceeded. */
  RATE_LIMITED: { code: 42901; status: 429; retry: 'later'; data: null };
  /** Internal error. */
  INTERNAL: { code: 50001; status: 500; retry: 'later'; data: null };
  /** The service is unhealthy. */
  UNHEALTHY: { code: 50001; status: 503; retry: 'later'; data: Unhealthy };
  /** Database connection failed. */
  DATABASE_UNAVAILABLE: { code: 50002; status: 503; retry: 'later'; data: Degraded };
  /** The cancellation failed. */
  CANCEL_FAILED: { code: 50003; status: 500; retry: 'never'; data: Reason };
  /** The cancellation is on record, the platform has not answered yet. */
  CANCEL_UNDECIDED: { code: 50301; status: 503; retry: 'later'; data: null };
  /** The service is temporarily unavailable. */
  UNAVAILABLE: { code: 50301; status: 503; retry: 'later'; data: null };
  /** The list takes too long: narrow its filters. */
  LIST_TOO_COSTLY: { code: 50301; status: 503; retry: 'never'; data: null };
}

export type ErrorName = keyof ErrorsByName;

/** What `data` holds, by the name of the error. */
export type ErrorDataByName = { [N in ErrorName]: ErrorsByName[N]['data'] };

/**
 * `never`: change the request first; `later`: wait and repeat it; `clock`: correct the clock first; `sign`:
 * sign it again.
 */
export type RetryAdvice = ErrorsByName[ErrorName]['retry'];
