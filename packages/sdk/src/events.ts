import { ProcurementIntentsError } from './errors.ts';
import type { AppEvent, EventPage, ListEventsQuery } from './generated/types.ts';
import type { CallOptions } from './http/call-options.ts';
import { Deadline } from './http/deadline.ts';
import { growingPauses } from './http/pauses.ts';
import { request, type ResponsePromise, type Transport } from './http/request.ts';
import type { Signal } from './runtime-types.ts';

const WAIT_SECONDS = 25;
const PAGE = 500;

export interface FollowOptions extends Pick<ListEventsQuery, 'cursor' | 'types' | 'intentId'> {
  /** Ends the iteration with the signal's reason. */
  signal?: Signal | undefined;
}

/** What has happened to the intents of the App: one sequence, oldest first. */
export class Events {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * One page of events. Keep `nextCursor` for the next call. With `wait` the call answers as soon as there is an event.
   *
   * @example const { items, nextCursor } = await client.events.list({ cursor, types: 'intent.completed,intent.failed' });
   * @throws ApiError `EVENTS_EXPIRED` (41001) when events after the cursor are kept no longer, `VALIDATION_FAILED` (40001).
   */
  list(query: ListEventsQuery = {}, options?: CallOptions): ResponsePromise<EventPage> {
    return request(this.#transport, { operation: 'listEvents', query }, options);
  }

  /**
   * All events after the cursor, and those to come, without end: each once, in the order of `sequence`. Keep the
   * `sequence` of the last event that you have handled: it is the cursor with which another process goes on. Waits for
   * events, and continues through outages.
   *
   * @example
   * for await (const { type, sequence, data } of client.events.follow({ cursor })) await handle(type, data, sequence);
   * @throws ApiError `EVENTS_EXPIRED` (41001) after a break that was longer than events are kept; others that cannot pass.
   */
  async *follow({ signal, ...query }: FollowOptions = {}): AsyncGenerator<AppEvent, never> {
    const deadline = new Deadline(Infinity, signal);
    let { cursor } = query;
    let pause = growingPauses(deadline);
    try {
      for (;;) {
        let page: EventPage;
        try {
          const wanted = { ...query, cursor, limit: PAGE, wait: WAIT_SECONDS };
          page = await this.list(wanted, { signal: deadline.signal });
        } catch (error) {
          if (!(error instanceof ProcurementIntentsError && error.retryable)) throw error;
          await pause();
          continue;
        }
        pause = growingPauses(deadline);
        yield* page.items;
        cursor = page.nextCursor;
      }
    } finally {
      deadline.close();
    }
  }
}
