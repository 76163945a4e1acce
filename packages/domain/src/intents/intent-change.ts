import type { EventType, IntentStatus } from '@procurement-intents/contract';

/** An event that a change adds to the timeline. */
export interface TimelineEvent {
  type: EventType;
  /** The status before and after, when the change moves the intent. */
  from?: IntentStatus;
  to?: IntentStatus;
  detail?: string;
}

/** What a change of an intent writes: together or not at all. */
export interface IntentChange<Fields extends object = object> {
  fields: Fields;
  event: TimelineEvent | null;
  /** Added to the timeline after `event`. */
  also?: TimelineEvent | undefined;
  /**
   * Whether callers see the change in the intent: it then gets the next `version`, and so another `ETag`, and its time as
   * `updatedAt`.
   */
  isVisible: boolean;
  /** A visible change that leaves `updatedAt` as it is, because nothing of the purchase changed. */
  keepsUpdatedAt?: true;
  /**
   * Something else is wanted from here on: nobody who has read the intent before may write to it any more, not even when the
   * database loses the change and the same version comes again.
   */
  renewsFence?: true;
  /** When the intent is due for its next attempt; null: for none. Absent: as before. */
  nextAttemptAt?: Date | null;
  /**
   * Whether the change ends the caller's request to cancel, for example by a refusal. While one waits, a change that does
   * not end it postpones the next attempt by `CANCEL_WAIT.retryMs` at most, whatever `nextAttemptAt` says.
   */
  endsCancel?: boolean;
}
