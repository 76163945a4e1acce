import { z } from 'zod';
import { IntentId } from '../fields.ts';
import { type IdKind, idPattern } from '../ids.ts';
import { INTENT_STATUSES } from '../intents/lifecycle.ts';
import { ReplayId, WebhookId } from '../webhooks/ids.ts';
import { WEBHOOK_LIMITS } from '../webhooks/limits.ts';
import { describeStates, DISABLED_REASONS, type DisabledReason } from '../webhooks/states.ts';

export { BatchResult } from '../intents/created-schemas.ts';

// What `data` of the errors can be. Their tables lie below the folders, and name the states of intents and webhooks here.

const Status = z.enum(INTENT_STATUSES);
export const FieldErrors = z
  .object({
    errors: z.array(z.object({ field: z.string(), message: z.string() })).meta({
      description: 'One entry for each invalid field; `field` is a dotted path.',
    }),
  })
  .meta({ title: 'FieldErrors' });
export const AllowedStatuses = z
  .object({ currentStatus: Status, allowedStatuses: z.array(Status) })
  .meta({ title: 'AllowedStatuses' });
export const StatusReason = z
  .object({ currentStatus: Status, reason: z.string() })
  .meta({ title: 'StatusReason' });
export const Reason = z.object({ reason: z.string() }).meta({ title: 'Reason' });
/** The field with the form that its description tells: two errors with one code are told apart by it. */
const formed = (field: typeof IntentId, kind: IdKind) =>
  field.regex(idPattern(kind)).meta(field.meta() ?? {});
export const FirstIntent = z.object({ id: formed(IntentId, 'intent') }).meta({ title: 'FirstIntent' });
export const CurrentVersion = z
  .object({ currentVersion: z.number().int() })
  .meta({ title: 'CurrentVersion' });
export const FirstEndpoint = z
  .object({ id: formed(WebhookId, 'webhookEndpoint') })
  .meta({ title: 'FirstEndpoint', description: 'The endpoint that has the address.' });
export const WhyDisabled = z
  .object({
    disabledReason: z
      .enum(Object.keys(DISABLED_REASONS) as DisabledReason[])
      .meta({ description: `Why it is disabled: ${describeStates(DISABLED_REASONS)}.`, example: 'FAILING' }),
  })
  .meta({ title: 'WhyDisabled', description: 'Why nothing is sent.' });
export const RunningReplay = z
  .object({ replayId: ReplayId })
  .meta({ title: 'RunningReplay', description: 'The replay that runs.' });
export const ReachedLimit = z
  .object({
    limit: z.number().int().meta({
      description: 'How many records there may be, from 1.',
      minimum: 1,
      example: WEBHOOK_LIMITS.endpoints,
    }),
  })
  .meta({ title: 'ReachedLimit', description: 'How many there may be.' });
export const OldestCursor = z
  .object({
    oldestCursor: z.string().min(1).max(16).meta({
      description: 'The cursor before the oldest event that is kept: 1 to 16 digits.',
      example: '104217',
    }),
  })
  .meta({ title: 'OldestCursor', description: 'Where the events begin that are kept.' });
export const CallerAddress = z
  .object({ address: z.string().min(0).max(64) })
  .meta({ title: 'CallerAddress' });
export const Unhealthy = z
  .object({ status: z.literal('unhealthy'), timestamp: z.string() })
  .meta({ title: 'Unhealthy' });
export const Degraded = z
  .object({ status: z.literal('degraded'), timestamp: z.string(), details: z.string() })
  .meta({ title: 'Degraded' });

/** An example of {@link ReachedLimit}. */
export const REACHED_LIMIT_EXAMPLE = { limit: WEBHOOK_LIMITS.endpoints } as const;
