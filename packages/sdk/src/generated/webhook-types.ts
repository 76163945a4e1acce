// Generated from packages/contract by `npm run generate`. Change the contract there, not this file.

import type { FailureCode, IntentStatus, Platform } from './types.ts';

/** Types of events about an intent. */
export type IntentEventType =
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
  | 'order.found_without_effect';

/** Types of events about an endpoint of webhooks. */
export type EndpointEventType = 'webhook.failing' | 'webhook.disabled' | 'webhook.test';

/** An event about an intent. */
export interface IntentWebhookEvent {
  /** Id of the event: `evt_` and 32 lower-case hex digits. A webhook carries it as `webhook-id`. */
  id: string;
  /** What happened. A later release may send other types: ignore those that you do not know. */
  type: IntentEventType;
  /** When it happened. ISO 8601, UTC, milliseconds. */
  timestamp: string;
  /**
   * Counts the events of the App, from 1 without gaps. Of two events of one intent, the later has the higher
   * number.
   */
  sequence: number;
  /** What happened to an intent. */
  data: IntentEventData;
}

/** What happened to an intent. */
export interface IntentEventData {
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
  /** In full payloads alone: the intent when the webhook was sent; null once it is deleted. */
  intent?: WebhookIntent | null | undefined;
}

/** The intent in a full payload, as it stood when the webhook was sent. */
export interface WebhookIntent {
  /** Id of the intent: `int_` and 32 lower-case hex digits. */
  id: string;
  /** Your own id of the person whose purchase it is. */
  userId: string;
  /** The e-commerce platform to buy on. */
  platform: Platform;
  /** Title of the product. */
  title: string;
  /** Unit price, in yuan. */
  price: number;
  /** How many pieces, 1 to 999999. */
  quantity: number;
  /** Price times quantity, in yuan. */
  totalAmount: number;
  /** The current status. */
  status: IntentStatus;
  /** When the intent was created. ISO 8601, UTC, milliseconds. */
  createdAt: string;
  /** When the intent last changed. ISO 8601, UTC, milliseconds. */
  updatedAt: string;
  /** Order number on the platform, once placed; always there when COMPLETED. */
  orderId?: string | undefined;
  /** The carrier's number of the parcel, once it is known. */
  trackingNumber?: string | undefined;
  /** The carrier, once it is known. */
  trackingCompany?: string | undefined;
  /**
   * Total that the platform charged, once it has confirmed the order, or ended it and refunded less; earlier
   * when it is more than `totalAmount`. Of an order that was cancelled for the service only `cancellationFee`
   * was kept, in yuan.
   */
  amountPaid?: number | undefined;
  /** What the platform charged for cancelling, only if it did, in yuan. */
  cancellationFee?: number | undefined;
  /** Only when FAILED: the code alone. */
  failureCode?: FailureCode | undefined;
  /**
   * Your own names and values for the intent, at most 20, to find it by. A key has a lower-case letter, then
   * at most 39 lower-case letters, digits, `_`, `.` and `-`; a value has 1 to 100 characters. Not for
   * personal data: they are in exports and in full payloads of webhooks, and a redaction leaves them. Absent
   * without any.
   */
  labels?: Record<string, string> | undefined;
  /** Counts the visible changes, from 1. */
  version: number;
}

/** An event about an endpoint of webhooks. */
export interface EndpointWebhookEvent {
  /** Id of the event: `evt_` and 32 lower-case hex digits. A webhook carries it as `webhook-id`. */
  id: string;
  /** What happened. A later release may send other types: ignore those that you do not know. */
  type: EndpointEventType;
  /** When it happened. ISO 8601, UTC, milliseconds. */
  timestamp: string;
  /**
   * Counts the events of the App, from 1 without gaps. Of two events of one intent, the later has the higher
   * number.
   */
  sequence: number;
  /** What happened to an endpoint of webhooks. */
  data: EndpointEventData;
}

/** What happened to an endpoint of webhooks. */
export interface EndpointEventData {
  /** Id of the endpoint: `whk_` and 32 lower-case hex digits. */
  webhookId: string;
  /** Details in words, when there are any. */
  detail?: string | undefined;
}

/** The body of a webhook. A later release may send other types: ignore those that you do not know. */
export type WebhookEvent = IntentWebhookEvent | EndpointWebhookEvent;
