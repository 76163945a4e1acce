import type { IntentAction, IntentStatus } from './lifecycle.ts';

/** What an event can say beside its type. */
export interface EventDetail {
  /** What it holds. */
  holds: string;
  holdsZh: string;
  /** It may quote a person's data: it stays in the timeline until they are removed, and leaves the service nowhere else. */
  isPersonal: boolean;
}

/** A type of event: of an intent, of its order, or of a webhook endpoint. */
export interface EventRow {
  /** Who makes it happen. */
  source: 'caller' | 'service' | 'platform' | 'operator';
  /** What happened. */
  zh: string;
  en: string;
  /** The actions that it reports: of `LIFECYCLE`, or `create`. */
  actions: readonly (IntentAction | 'create')[];
  /** The status that it moves the intent to; `null`: the status stays. */
  to: IntentStatus | null;
  /** `null`: the event has no `detail`. */
  detail: EventDetail | null;
  /**
   * `timeline`: in the timeline of the intent alone; `feed`: also in the feed of the App, and in webhooks; `endpoint`: sent
   * to one endpoint alone.
   */
  reach: 'timeline' | 'feed' | 'endpoint';
  /** Endpoints and replays that take all types do not take this one: they have to name it. */
  isNamedOnly?: true;
}
