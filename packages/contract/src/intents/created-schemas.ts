import { z } from 'zod';
import { EXAMPLE_CREATED } from '../examples.ts';
import { IntentId, Platform, Timestamp, UserId } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { INTENT_STATUSES } from './lifecycle.ts';

// What a create answers. Errors show it too, so that this file may be built on nothing that is built on errors.

export const Status = z
  .enum(INTENT_STATUSES)
  .meta({ description: 'The current status.', example: 'SUBMITTED' });

export const CreatedAt = Timestamp.meta({
  description: 'When the intent was created. ISO 8601, UTC, milliseconds.',
});
export const UpdatedAt = Timestamp.meta({
  description: 'When the intent last changed. ISO 8601, UTC, milliseconds.',
});
export const CreatedIntent = z
  .object({
    id: IntentId,
    userId: UserId,
    platform: Platform,
    status: Status.meta({
      description:
        'The status in the first answer. A repeated create returns it again: read the intent for the current one.',
      example: 'SUBMITTED',
    }),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  })
  .meta({
    title: 'CreatedIntent',
    description: 'A summary of the accepted intent; read the intent for all fields.',
  });

/** What became of one item of a batch. */
export const BATCH_STATUSES = ['created', 'replayed', 'failed'] as const;
const Count = (description: string, example: number) =>
  z.number().int().meta({ description, minimum: 0, maximum: LIMITS.batchItems, example });

const ItemError = z
  .object({
    code: z.number().int().meta({
      description: 'Business code of the error, as calls with this item alone get it.',
      minimum: 40001,
      maximum: 59999,
      example: 40001,
    }),
    name: z.string().meta({
      description: 'Name of the error: capital letters, digits and `_`, at most 64 characters.',
      example: 'VALIDATION_FAILED',
    }),
    message: z.string().meta({
      description: 'The error in words: Chinese, or English if the caller prefers it.',
      example: '参数校验失败',
    }),
    data: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({
        description:
          'What the error says beside, as a create of this item alone would; null when it says nothing.',
        example: { errors: [{ field: 'items.1.quantity', message: '必须是 1 到 999999 之间的整数' }] },
      }),
  })
  .meta({
    title: 'BatchItemError',
    description:
      'Why the item failed. A code below 50000 refuses it: no intent stands. From 50000 on it is unknown whether one stands: send the item again, the same under its key.',
  });

export const BatchItemResult = z
  .object({
    index: z
      .number()
      .int()
      .meta({
        description: 'Place of the item in the request, from 0.',
        minimum: 0,
        maximum: LIMITS.batchItems - 1,
        example: 0,
      }),
    status: z.enum(BATCH_STATUSES).meta({
      description:
        '`created`: accepted by this call; `replayed`: accepted before, by the same key or the same signed bytes; `failed`: see `error`.',
      example: 'created',
    }),
    intent: CreatedIntent.optional(),
    error: ItemError.optional(),
  })
  .meta({
    title: 'BatchItemResult',
    description: 'What became of one item: `intent`, or `error` when it failed.',
  });

export const BatchResult = z
  .object({
    items: z.array(BatchItemResult).meta({
      description: 'One entry for each item, in the order of the request.',
      example: [{ index: 0, status: 'created', intent: EXAMPLE_CREATED }],
    }),
    created: Count('How many items were accepted by this call.', 1),
    replayed: Count('How many items were accepted before.', 0),
    failed: Count('How many items failed.', 0),
  })
  .meta({ title: 'BatchResult', description: 'What became of each item of a batch.' });

export type CreatedIntentView = z.infer<typeof CreatedIntent>;
export type BatchItemView = z.infer<typeof BatchItemResult>;
export type BatchResultView = z.infer<typeof BatchResult>;
