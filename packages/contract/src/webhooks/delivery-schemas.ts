import { z } from 'zod';
import { EXAMPLE_EVENT_ID, EXAMPLE_INTENT_ID } from '../examples.ts';
import { fieldError, issueError, plainText } from '../fields.ts';
import { FEED_TYPES } from '../intents/event-kinds.ts';
import { LIMITS } from '../limits.ts';
import { QueryInteger, QueryTime } from '../lists/query-values.ts';
import { At, keysOf } from './endpoint-schemas.ts';
import { DeliveryId, ReplayId } from './ids.ts';
import { WEBHOOK_LIMITS } from './limits.ts';
import {
  ATTEMPT_ERRORS,
  ATTEMPT_TRIGGERS,
  type AttemptError,
  DELIVERY_STATES,
  type DeliveryState,
  describeStates,
  REPLAY_SCOPES,
  REPLAY_STATES,
  type ReplayState,
} from './states.ts';

const answered = {
  durationMs: z
    .number()
    .int()
    .optional()
    .meta({ description: 'How long it took, in thousandths of seconds, from 0.', minimum: 0, example: 84 }),
  status: z.number().int().optional().meta({
    description:
      'The HTTP status of the answer, as for all requests from 100 to 599; absent without an answer.',
    minimum: 100,
    maximum: 599,
    example: 204,
  }),
  error: z
    .enum(keysOf(ATTEMPT_ERRORS) as [AttemptError])
    .optional()
    .meta({
      description: `Why it failed: ${describeStates(ATTEMPT_ERRORS)}. Absent after a success.`,
      example: 'TIMEOUT',
    }),
  response: z
    .string()
    .optional()
    .meta({
      description: `The beginning of the answer's body, at most ${WEBHOOK_LIMITS.keptAnswerBytes} bytes; control characters are replaced. Absent when it is empty.`,
      example: 'no such order',
    }),
};

export const TestedWebhook = z.object(answered).meta({
  title: 'TestedWebhook',
  description: 'What the receiver answered to the sample.',
});

export const WebhookAttempt = z
  .object({
    at: At('When it began.'),
    trigger: z.enum(ATTEMPT_TRIGGERS).meta({ description: 'Why it was made.', example: 'SCHEDULE' }),
    ...answered,
  })
  .meta({
    title: 'WebhookAttempt',
    description: 'One attempt. Without `durationMs` and `error` it is under way.',
  });

export const WebhookDelivery = z
  .object({
    id: DeliveryId,
    eventId: z.string().meta({
      description: 'Id of the event, in `webhook-id` of every attempt: `evt_` and 32 hex digits.',
      example: EXAMPLE_EVENT_ID,
    }),
    sequence: z.number().int().meta({
      description: 'The `sequence` of the event among the events of the App, from 1.',
      minimum: 1,
      example: 104218,
    }),
    type: z.string().meta({
      description: 'The type of the event: two words with a dot between them.',
      example: 'intent.completed',
    }),
    intentId: z.string().optional().meta({
      description:
        'The intent of the event: `int_` and 32 hex digits; absent when the event is about an endpoint.',
      example: EXAMPLE_INTENT_ID,
    }),
    state: z.enum(keysOf(DELIVERY_STATES) as [DeliveryState]).meta({
      description: `What became of it: ${describeStates(DELIVERY_STATES)}.`,
      example: 'SUCCEEDED',
    }),
    attempts: z
      .number()
      .int()
      .meta({ description: 'How many requests were made, from 0.', minimum: 0, example: 1 }),
    nextAttemptAt: At('When the next attempt is due; absent when there is none.').optional(),
    lastStatus: z.number().int().optional().meta({
      description:
        'The HTTP status of the last answer, as for all requests from 100 to 599; absent before the first.',
      minimum: 100,
      maximum: 599,
      example: 204,
    }),
    createdAt: At('When the event was queued for the endpoint.'),
  })
  .meta({ title: 'WebhookDelivery', description: 'An event on its way to an endpoint.' });

export const WebhookDeliveryDetail = WebhookDelivery.extend({
  body: z.string().meta({
    description:
      'The body of its requests, a text to show, not to compare. A full one is shown without the intent, which is read anew for each.',
    example: '{"id":"evt_01a207953bdb70f4ada7dc1ca67cf7ea"}',
  }),
  log: z.array(WebhookAttempt).meta({ description: 'Its attempts, the oldest first.', example: [] }),
}).meta({ title: 'WebhookDeliveryDetail', description: 'A delivery with its body and attempts.' });

const pageParameters = {
  limit: QueryInteger(Number.MAX_SAFE_INTEGER)
    .optional()
    .meta({
      description: `Items a page, from 1. Default ${LIMITS.pageSizeDefault}; above ${LIMITS.pageSizeMax} counts as ${LIMITS.pageSizeMax}.`,
      default: String(LIMITS.pageSizeDefault),
      example: String(LIMITS.pageSizeDefault),
    }),
  cursor: z.string(fieldError).optional().meta({
    description: '`nextCursor` of the page before. Opaque text.',
    example: 'eyJhZnRlciI6MTA0MjE4fQ',
  }),
};

export const ListDeliveriesQuery = z
  .strictObject(
    {
      ...pageParameters,
      state: z
        .enum(keysOf(DELIVERY_STATES) as [DeliveryState], fieldError)
        .optional()
        .meta({ description: 'Only deliveries in this state.', example: 'FAILED' }),
      type: z.enum(FEED_TYPES, fieldError).optional().meta({
        description: 'Only deliveries of events of this type.',
        example: 'intent.completed',
      }),
      intentId: plainText.optional().meta({
        description: 'Only deliveries of events of this intent: `int_` and 32 hex digits.',
        example: EXAMPLE_INTENT_ID,
      }),
      since: QueryTime.optional().meta({
        description: 'Only deliveries queued at this time or later. ISO 8601.',
        example: '2026-11-21',
      }),
      until: QueryTime.optional().meta({
        description:
          'Only deliveries queued at this time or before. ISO 8601; a date alone means its whole day.',
        example: '2026-11-21',
      }),
    },
    fieldError,
  )
  .meta({ title: 'ListDeliveriesQuery', description: 'Which deliveries of the log are shown.' });

export const DeliveryPage = z
  .object({
    items: z.array(WebhookDelivery).meta({ description: 'Deliveries, the newest first.', example: [] }),
    nextCursor: z.string().nullable().meta({
      description: 'Value of `cursor` for the next page; null on the last page. Opaque text.',
      example: null,
    }),
  })
  .meta({ title: 'DeliveryPage', description: 'One page of the log of an endpoint.' });

export const CreateReplayBody = z
  .strictObject(
    {
      since: QueryTime.meta({
        description: 'Events published at this time or later. ISO 8601, in UTC unless it has an offset.',
        example: '2026-11-21T08:00:00Z',
      }),
      until: QueryTime.optional().meta({
        description: 'Events published at this time or before, ISO 8601; by default those until now.',
        example: '2026-11-21T09:00:00Z',
      }),
      types: z
        .array(z.enum(FEED_TYPES, fieldError), fieldError)
        .min(1, issueError({ rule: 'atLeastOne' }))
        .max(WEBHOOK_LIMITS.eventTypes, issueError({ rule: 'values', max: WEBHOOK_LIMITS.eventTypes }))
        .optional()
        .meta({
          description: `Only events of these types, at most ${WEBHOOK_LIMITS.eventTypes}; by default those of the endpoint.`,
          example: ['intent.completed'],
        }),
      scope: z.enum(REPLAY_SCOPES, fieldError).optional().meta({
        description: '`missed`: events that the endpoint has not taken yet. `all`: also those that it has.',
        default: 'missed',
        example: 'missed',
      }),
    },
    fieldError,
  )
  .meta({ title: 'CreateReplayBody', description: 'Which events are sent again.' });

export const WebhookReplay = z
  .object({
    id: ReplayId,
    state: z.enum(keysOf(REPLAY_STATES) as [ReplayState]).meta({
      description: `How far it is: ${describeStates(REPLAY_STATES)}.`,
      example: 'RUNNING',
    }),
    since: At('Events published from then on.'),
    until: At('Events published until then.'),
    types: z.array(z.string()).meta({ description: 'Of these types; `*` stands for all.', example: ['*'] }),
    scope: z.enum(REPLAY_SCOPES).meta({ description: 'What it sends.', example: 'missed' }),
    sent: z
      .number()
      .int()
      .meta({ description: 'Events that it has queued so far, from 0.', minimum: 0, example: 120 }),
    remaining: z.number().int().meta({
      description: 'Events of that time that it has not looked at yet, from 0.',
      minimum: 0,
      example: 30,
    }),
    createdAt: At('When it was asked for.'),
  })
  .meta({ title: 'WebhookReplay', description: 'Events that are sent again.' });

export type TestedWebhookView = z.infer<typeof TestedWebhook>;
export type WebhookDeliveryView = z.infer<typeof WebhookDelivery>;
export type WebhookAttemptView = z.infer<typeof WebhookAttempt>;
export type ListDeliveriesInput = z.infer<typeof ListDeliveriesQuery>;
export type CreateReplayInput = z.infer<typeof CreateReplayBody>;
export type WebhookReplayView = z.infer<typeof WebhookReplay>;
