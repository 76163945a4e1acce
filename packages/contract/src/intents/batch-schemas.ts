import { z } from 'zod';
import { EXAMPLE_PURCHASE } from '../examples.ts';
import { fieldError, IdempotencyKey, issueError } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { CreateIntentBody } from './schemas.ts';

export const BatchItem = CreateIntentBody.safeExtend({
  idempotencyKey: IdempotencyKey.optional().meta({
    description: `Names the purchase, as the header \`Idempotency-Key\` does for one intent: 1 to ${LIMITS.idempotencyKeyChars} visible ASCII characters. Without it the item is named by the signature of the call and its place.`,
    example: 'order-2026-000042',
  }),
}).meta({ title: 'BatchItem', description: 'A purchase to accept, and the key that names it.' });

/** Accepts anything: each item is validated by itself, so that a wrong one fails alone. Its JSON Schema is that of an item. */
const AnyItem = z.unknown();
// oxlint-disable-next-line eslint/no-underscore-dangle -- where the library looks for the schema of another form
AnyItem._zod.toJSONSchema = () => BatchItem.toJSONSchema({ io: 'input' });

const countError = issueError({ rule: 'entries', min: 1, max: LIMITS.batchItems });
export const CreateIntentsBody = z
  .strictObject(
    {
      items: z
        .array(AnyItem, fieldError)
        .min(1, countError)
        .max(LIMITS.batchItems, countError)
        .meta({
          description: `The purchases, 1 to ${LIMITS.batchItems}. Each stands alone.`,
          example: [{ ...EXAMPLE_PURCHASE, idempotencyKey: 'order-2026-000042' }],
        }),
    },
    fieldError,
  )
  .meta({ title: 'CreateIntentsBody', description: 'Purchases to accept, each by itself.' });

export type CreateIntentsInput = z.infer<typeof CreateIntentsBody>;
export type BatchItemInput = z.infer<typeof BatchItem>;
