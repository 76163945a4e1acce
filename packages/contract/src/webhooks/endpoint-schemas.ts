import { z } from 'zod';
import { fieldError, issueError, textField, Timestamp } from '../fields.ts';
import { FEED_TYPES, NAMED_ONLY_TYPES } from '../intents/event-kinds.ts';
import { EVENT_TYPES } from '../intents/events.ts';
import { WebhookId } from './ids.ts';
import { WEBHOOK_LIMITS } from './limits.ts';
import {
  describeStates,
  DISABLED_REASONS,
  type DisabledReason,
  ENDPOINT_STATUSES,
  PAYLOADS,
} from './states.ts';

/** In place of types: all of them, also those that a later release adds. */
export const EVERY_TYPE = '*';

/** The keys of a table of states. */
export const keysOf = <K extends string>(table: Readonly<Record<K, string>>): K[] =>
  Object.keys(table) as K[];
/** A time, with what it says. */
export const At = (what: string) =>
  Timestamp.meta({ description: `${what} ISO 8601, UTC, milliseconds.`, format: 'date-time' });

const Url = z
  .string(fieldError)
  .max(WEBHOOK_LIMITS.urlChars, issueError({ rule: 'length', min: 1, max: WEBHOOK_LIMITS.urlChars }))
  .meta({
    description:
      'Where the events are sent: https, a host name that leads to public addresses, port 443 or 1024 to 65535, no user info, no fragment.',
    format: 'uri',
    example: 'https://erp.example.com/hooks/procurement',
  });
const Description = textField(
  { min: 0, max: WEBHOOK_LIMITS.descriptionChars },
  'What the endpoint is for, in your words.',
  'ERP, orders',
);
const isEvery = (types: readonly string[]): boolean => types.length === 1 && types[0] === EVERY_TYPE;
const EventTypes = z
  .array(z.enum([EVERY_TYPE, ...FEED_TYPES], fieldError), fieldError)
  .refine(
    (types) =>
      isEvery(types) ||
      (types.length > 0 && types.length <= WEBHOOK_LIMITS.eventTypes && !types.includes(EVERY_TYPE)),
    issueError({ rule: 'everyType' }),
  )
  .transform((types) => (isEvery(types) ? types : FEED_TYPES.filter((type) => types.includes(type))))
  .meta({
    description: `The types that are sent: \`["*"]\` for all but ${NAMED_ONLY_TYPES.join(' and ')}, or 1 to ${WEBHOOK_LIMITS.eventTypes} of them.`,
    example: ['intent.completed', 'intent.failed'],
  });
const PayloadField = z.enum(PAYLOADS, fieldError).meta({
  description:
    '`thin`: the event alone. `full`: also the intent as it is when the request is sent, without personal data.',
  example: 'thin',
});
const SignatureScheme = z.enum(['v1', 'v1a'], fieldError).meta({
  description:
    'How requests are signed: `v1` is HMAC-SHA256 with a shared secret, `v1a` is ed25519 with a public key. It never changes.',
  example: 'v1',
});
const MaxPerSecond = z
  .number(fieldError)
  .refine(
    (value) => Number.isInteger(value) && value >= 1 && value <= WEBHOOK_LIMITS.maxPerSecond,
    issueError({ rule: 'integer', min: 1, max: WEBHOOK_LIMITS.maxPerSecond }),
  )
  .meta({
    description: `The most requests in a second, 1 to ${WEBHOOK_LIMITS.maxPerSecond}.`,
    type: 'integer',
    minimum: 1,
    maximum: WEBHOOK_LIMITS.maxPerSecond,
    example: WEBHOOK_LIMITS.maxPerSecondDefault,
  });
const StatusField = z.enum(ENDPOINT_STATUSES, fieldError).meta({
  description:
    'Whether events are sent. An endpoint that is enabled again gets none of those that it missed.',
  example: 'ENABLED',
});

const changeable = {
  url: Url.optional(),
  description: Description.optional(),
  eventTypes: EventTypes.optional(),
  payload: PayloadField.optional(),
  maxPerSecond: MaxPerSecond.optional(),
  status: StatusField.optional(),
};

export const CreateWebhookBody = z
  .strictObject(
    {
      ...changeable,
      url: Url,
      eventTypes: EventTypes.optional().meta({ default: [EVERY_TYPE] }),
      payload: PayloadField.optional().meta({ default: 'thin' }),
      maxPerSecond: MaxPerSecond.optional().meta({ default: WEBHOOK_LIMITS.maxPerSecondDefault }),
      status: StatusField.optional().meta({ default: 'ENABLED' }),
      signature: SignatureScheme.optional().meta({ default: 'v1' }),
    },
    fieldError,
  )
  .meta({ title: 'CreateWebhookBody', description: 'An endpoint to register.' });

export const UpdateWebhookBody = z.strictObject(changeable, fieldError).meta({
  title: 'UpdateWebhookBody',
  description: 'The fields to change; a field that is left out keeps its value.',
});

const PublicKey = z.string().meta({
  description: 'An ed25519 public key: `whpk_` and standard base64 of its 32 bytes, 49 characters.',
  example: 'whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
});
const Secret = z.string().meta({
  description:
    'The secret that requests are signed with: `whsec_` and standard base64 of 32 bytes, 50 characters. It is never shown again.',
  example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
});

export const Webhook = z
  .object({
    id: WebhookId,
    url: Url,
    description: z.string().meta({
      description: `What the endpoint is for, 0 to ${WEBHOOK_LIMITS.descriptionChars} characters.`,
      example: 'ERP, orders',
    }),
    eventTypes: z.array(z.string()).meta({
      description: 'The types that are sent; `*` stands for all.',
      example: ['*'],
    }),
    payload: PayloadField,
    signature: SignatureScheme,
    maxPerSecond: MaxPerSecond,
    status: StatusField,
    disabledReason: z
      .enum(keysOf(DISABLED_REASONS) as [DisabledReason])
      .optional()
      .meta({
        description: `Why it is disabled: ${describeStates(DISABLED_REASONS)}. Absent while it is enabled.`,
        example: 'FAILING',
      }),
    disabledAt: At('Since when it is disabled; absent while it is enabled.').optional(),
    failingSince: At('The first failure since the last success; absent while requests succeed.').optional(),
    secretExpiresAt: At(
      'Until when the older of two secrets signs too; absent outside that time.',
    ).optional(),
    publicKeys: z
      .array(PublicKey)
      .optional()
      .meta({
        description:
          'The keys that verify its requests, the newest first; two while the older one still signs. Only with `v1a`.',
        example: ['whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='],
      }),
    createdAt: At('When it was registered.'),
    updatedAt: At('When its caller or the service last changed it.'),
    version: z.number().int().meta({
      description: 'Counts its changes, from 1; the `ETag` without its quotation marks.',
      minimum: 1,
      example: 1,
    }),
  })
  .meta({ title: 'Webhook', description: 'An endpoint that the events of the App are sent to.' });

export const CreatedWebhook = Webhook.extend({
  secret: Secret.optional().meta({
    description:
      'The secret that requests are signed with: `whsec_` and standard base64 of 32 bytes, 50 characters. It is never shown again. Absent with `v1a`.',
  }),
}).meta({ title: 'CreatedWebhook', description: 'The new endpoint, with its secret.' });

export const WebhookList = z
  .object({
    items: z.array(Webhook).meta({ description: 'All endpoints of the App, the newest first.', example: [] }),
  })
  .meta({ title: 'WebhookList', description: 'The endpoints of the App.' });

export const RotateWebhookSecretBody = z
  .strictObject(
    {
      graceSeconds: z
        .number(fieldError)
        .refine(
          (value) => Number.isInteger(value) && value >= 0 && value <= WEBHOOK_LIMITS.graceSeconds,
          issueError({ rule: 'integer', min: 0, max: WEBHOOK_LIMITS.graceSeconds }),
        )
        .optional()
        .meta({
          description: `How many seconds the old secret still signs beside the new one, 0 to ${WEBHOOK_LIMITS.graceSeconds}.`,
          type: 'integer',
          minimum: 0,
          maximum: WEBHOOK_LIMITS.graceSeconds,
          default: WEBHOOK_LIMITS.graceSecondsDefault,
          example: WEBHOOK_LIMITS.graceSecondsDefault,
        }),
    },
    fieldError,
  )
  .meta({ title: 'RotateWebhookSecretBody', description: 'How long the old secret stays.' });

export const RotatedWebhookSecret = z
  .object({
    secret: Secret.optional(),
    publicKey: PublicKey.optional(),
    expiresAt: At('When the old secret signs no more.'),
  })
  .meta({
    title: 'RotatedWebhookSecret',
    description: 'The new secret with `v1`, the new public key with `v1a`.',
  });

export const TestWebhookBody = z
  .strictObject(
    {
      type: z
        .enum(
          EVENT_TYPES.filter((type) => FEED_TYPES.includes(type) || type === 'webhook.test'),
          fieldError,
        )
        .optional()
        .meta({
          description: 'The type of the sample event.',
          default: 'webhook.test',
          example: 'intent.completed',
        }),
    },
    fieldError,
  )
  .meta({ title: 'TestWebhookBody', description: 'Which sample is sent.' });

export type CreateWebhookInput = z.infer<typeof CreateWebhookBody>;
export type UpdateWebhookInput = z.infer<typeof UpdateWebhookBody>;
export type WebhookView = z.infer<typeof Webhook>;
export type RotateWebhookSecretInput = z.infer<typeof RotateWebhookSecretBody>;
export type RotatedWebhookSecretView = z.infer<typeof RotatedWebhookSecret>;
