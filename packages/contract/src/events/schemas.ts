import { z } from 'zod';
import { EXAMPLE_INTENT_ID } from '../examples.ts';
import { fieldError, IntentId, INTENT_ID_PATTERN, issueError, Timestamp } from '../fields.ts';
import { ID_PREFIXES, idOf } from '../ids.ts';
import { FEED_TYPES } from '../intents/event-kinds.ts';
import { INTENT_STATUSES } from '../intents/lifecycle.ts';
import { LIMITS } from '../limits.ts';
import { QueryCount, QueryInteger } from '../lists/query-values.ts';

/** The cursor of a reader that wants nothing old. */
export const LATEST_CURSOR = 'latest';
/** What a cursor of the feed is. */
export const FEED_CURSOR_PATTERN = /^(?:latest|0|[1-9][0-9]{0,14})$/;
const TYPES: ReadonlySet<string> = new Set(FEED_TYPES);

const ofTypes = (values: readonly string[]): boolean => values.every((value) => TYPES.has(value));

/** Parameters of the feed, as in the query string. */
export const ListEventsQuery = z
  .strictObject(
    {
      cursor: z
        .string(fieldError)
        .regex(FEED_CURSOR_PATTERN, issueError({ rule: 'feedCursor' }))
        .optional()
        .meta({
          description:
            'The `sequence` of the event that was handled last: the page begins after it. `0`, the default, begins with the oldest event that is kept, `latest` after the newest.',
          default: '0',
          example: '104217',
        }),
      limit: QueryInteger(Number.MAX_SAFE_INTEGER)
        .optional()
        .meta({
          description: `Events a page, from 1. Default ${LIMITS.feedPageDefault}; above ${LIMITS.feedPageMax} counts as ${LIMITS.feedPageMax}.`,
          default: String(LIMITS.feedPageDefault),
          example: String(LIMITS.feedPageDefault),
        }),
      types: z
        .string(fieldError)
        .refine((value) => value.split(',').length <= LIMITS.feedTypes, {
          ...issueError({ rule: 'values', max: LIMITS.feedTypes }),
          abort: true,
        })
        .refine((value) => ofTypes(value.split(',')), issueError({ rule: 'oneOf', values: FEED_TYPES }))
        .optional()
        .meta({
          description: `Only events of these types, at most ${LIMITS.feedTypes}, separated by commas.`,
          example: 'intent.completed,intent.failed',
        }),
      intentId: z
        .string(fieldError)
        .regex(INTENT_ID_PATTERN, issueError({ rule: 'id' }))
        .optional()
        .meta({ description: 'Only events of this intent.', example: EXAMPLE_INTENT_ID }),
      wait: QueryCount(LIMITS.feedWaitSeconds)
        .optional()
        .meta({
          description: `How many whole seconds, from 0 to ${LIMITS.feedWaitSeconds}, the call waits for an event while there is none. Default 0.`,
          default: '0',
          example: '25',
        }),
    },
    fieldError,
  )
  .meta({ title: 'ListEventsQuery', description: 'Where the page begins, and which events it shows.' });

const Status = z.enum(INTENT_STATUSES);

export const AppEvent = z
  .object({
    id: z.string().meta({
      description: `Id of the event: \`${ID_PREFIXES.event}\` and 32 lower-case hex digits. A webhook carries it as \`webhook-id\`.`,
      example: idOf('event', '01a207953bdb70f4ada7dc1ca67cf7ea'),
    }),
    type: z.string().meta({
      description: `What happened: ${FEED_TYPES.map((type) => `\`${type}\``).join(', ')}. A later version may add types: ignore those that you do not know.`,
      example: 'intent.completed',
    }),
    timestamp: Timestamp.meta({ description: 'When it happened. ISO 8601, UTC, milliseconds.' }),
    sequence: z.number().int().meta({
      description:
        'Counts the events of the App, from 1 without gaps. Of two events of one intent, the later has the higher number.',
      minimum: 1,
      example: 104218,
    }),
    data: z
      .object({
        intentId: IntentId,
        from: Status.optional().meta({
          description: 'The status before; absent when it did not change.',
          example: 'PROCESSING',
        }),
        to: Status.optional().meta({
          description: 'The status after; absent when it did not change.',
          example: 'COMPLETED',
        }),
        status: Status.meta({
          description: 'The status of the intent right after the event.',
          example: 'COMPLETED',
        }),
        version: z.number().int().meta({
          description: 'The `version` of the intent right after the event, from 1.',
          minimum: 1,
          example: 3,
        }),
        detail: z.string().optional().meta({
          description: 'What else is to say; what it holds depends on `type`.',
          example: 'A20261121000042',
        }),
      })
      .meta({ title: 'AppEventData', description: 'The intent as of the event. Later changes do not show.' }),
  })
  .meta({ title: 'AppEvent', description: 'Something that happened to an intent of the App.' });

export const EventPage = z
  .object({
    items: z.array(AppEvent).meta({ description: 'Events, oldest first; possibly none.' }),
    nextCursor: z.string().meta({
      description:
        'Value of `cursor` for the next call, 1 to 15 digits. It also passes events that the filters leave out.',
      pattern: '^(?:0|[1-9][0-9]{0,14})$',
      example: '104218',
    }),
    hasMore: z.boolean().meta({
      description:
        'Whether there are events after `nextCursor` already. The filters may leave all of them out.',
      example: false,
    }),
  })
  .meta({ title: 'EventPage', description: 'One page of the feed of the App.' });

export type ListEventsInput = z.infer<typeof ListEventsQuery>;
export type AppEventView = z.infer<typeof AppEvent>;
export type EventPageView = z.infer<typeof EventPage>;
