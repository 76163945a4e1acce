import type { IntentAction, IntentStatus } from './lifecycle.ts';

/** A type of entry in the timeline of an intent. */
export interface EventRow {
  /** What happened. */
  en: string;
  /** The actions that it reports: of `LIFECYCLE`, or `create`. */
  actions: readonly (IntentAction | 'create')[];
  /** The status that it moves the intent to; `null`: the status stays. */
  to: IntentStatus | null;
  /** What `detail` holds; `null`: the entry has no `detail`. */
  detail: string | null;
}

/** The types of all entries that a timeline can have, by what they are about. A delete leaves no timeline. */
export const EVENTS = {
  'intent.drafted': {
    en: 'The intent was created as a draft',
    actions: ['create'],
    to: 'DRAFT',
    detail: null,
  },
  'intent.submitted': {
    en: 'The intent was submitted for purchase, by its create or later',
    actions: ['create', 'submit'],
    to: 'SUBMITTED',
    detail: null,
  },
  'intent.updated': {
    en: 'The caller changed fields; of many changes only some are reported',
    actions: ['update'],
    to: null,
    detail: 'the names of the fields that were sent, separated by commas',
  },
  'intent.processing': {
    en: 'The purchase began',
    actions: ['start'],
    to: 'PROCESSING',
    detail: null,
  },
  'intent.attempt_failed': {
    en: 'An attempt brought no result and is repeated; of many attempts only some are reported',
    actions: [],
    to: null,
    detail: 'the step and the reason',
  },
  'intent.completed': {
    en: 'The platform confirmed the order',
    actions: ['complete'],
    to: 'COMPLETED',
    detail: 'the order id',
  },
  'intent.failed': {
    en: 'The purchase failed',
    actions: ['fail'],
    to: 'FAILED',
    detail: 'the `failureCode`',
  },
  'intent.cancel_requested': {
    en: 'The caller asked for a cancellation; the platform decides',
    actions: [],
    to: null,
    detail: null,
  },
  'intent.cancel_refused': {
    en: 'The platform refused the cancellation',
    actions: [],
    to: null,
    detail: 'the reason of the platform; `***` once personal data is removed',
  },
  'intent.cancelled': {
    en: 'The intent was cancelled',
    actions: ['cancel'],
    to: 'CANCELLED',
    detail: null,
  },
  'intent.recovered': {
    en: 'The platform has an order that the restored database did not know; a draft is SUBMITTED again, another status stays',
    actions: [],
    to: 'SUBMITTED',
    detail: 'the merchant order number',
  },
  'intent.redacted': {
    en: 'Personal data was removed from the intent',
    actions: [],
    to: null,
    detail: null,
  },
  'order.accepted': {
    en: 'The platform took the order and has yet to confirm it',
    actions: [],
    to: null,
    detail: 'the order id',
  },
  'order.overcharged': {
    en: 'The platform charges more than `totalAmount`, or more than it did before',
    actions: [],
    to: null,
    detail: 'the amount paid and the amount agreed, in yuan',
  },
  'order.amount_changed': {
    en: 'The platform changed the amount to one within `totalAmount`, or lowered it',
    actions: [],
    to: null,
    detail: 'the new amount in yuan',
  },
  'order.shipped': {
    en: 'The order was shipped, or got another parcel',
    actions: [],
    to: null,
    detail: 'all tracking numbers so far, separated by commas',
  },
  'order.delivered': {
    en: 'The order was delivered',
    actions: [],
    to: null,
    detail: null,
  },
  'order.refunded': {
    en: 'The platform paid back an amount: see `refunded`',
    actions: [],
    to: null,
    detail: null,
  },
  'order.cancelled_by_shop': {
    en: 'The shop cancelled the order of a COMPLETED intent',
    actions: [],
    to: null,
    detail: 'the reason, if the platform gave one',
  },
  'order.late_cancelled': {
    en: 'An order turned up after the intent had ended without one, and was cancelled',
    actions: [],
    to: null,
    detail: 'the order id',
  },
  'order.late_stands': {
    en: 'An order turned up after the intent had ended without one, and could not be cancelled',
    actions: [],
    to: null,
    detail: 'the order id',
  },
  'order.found_without_effect': {
    en: 'An order turned up after the intent had ended without one; the shop itself had rejected or cancelled it',
    actions: [],
    to: null,
    detail: 'the order id',
  },
} as const satisfies Record<string, EventRow>;

export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];
