import { z } from 'zod';
import {
  Address,
  issueError,
  fieldError,
  IntentId,
  Phone,
  Platform,
  Price,
  ProductUrl,
  Quantity,
  RecipientName,
  Remarks,
  Timestamp,
  Title,
  UserId,
} from '../fields.ts';
import { AMOUNTS, LIMITS } from '../limits.ts';
import { listPage } from '../lists/list-page.ts';
import { nearestFen } from '../money.ts';
import { CreatedAt, Status, UpdatedAt } from './created-schemas.ts';
import { TIMELINE_TYPES } from './event-kinds.ts';
import { FAILURE_CODES } from './failures.ts';
import { GivenLabels, ShownLabels } from './labels.ts';

const Version = z
  .number()
  .int()
  .meta({ description: 'Counts the visible changes, from 1.', minimum: 1, example: 1 });

/** Whether price times quantity stays within the limit, counted in fen. */
export function isTotalWithinLimit(price: number, quantity: number): boolean {
  return nearestFen(price) * quantity <= nearestFen(AMOUNTS.totalMax);
}

export const CreateIntentBody = z
  .strictObject(
    {
      userId: UserId,
      platform: Platform,
      productUrl: ProductUrl,
      title: Title,
      price: Price,
      quantity: Quantity,
      recipientName: RecipientName,
      address: Address,
      phone: Phone,
      remarks: Remarks.optional(),
      labels: GivenLabels.optional(),
      draft: z.boolean(fieldError).optional().meta({
        description: 'With `true` the intent waits as DRAFT until it is submitted. Default `false`.',
        default: false,
        example: false,
      }),
    },
    fieldError,
  )
  .refine((body) => isTotalWithinLimit(body.price, body.quantity), {
    ...issueError({ rule: 'totalTooLarge', max: AMOUNTS.totalMax }),
    path: ['quantity'],
  })
  .meta({
    title: 'CreateIntentBody',
    description: `A purchase to accept. Price times quantity is at most ${AMOUNTS.totalMax} yuan.`,
  });

export const UpdateIntentBody = z
  .strictObject(
    {
      quantity: Quantity.optional(),
      recipientName: RecipientName.optional(),
      address: Address.optional(),
      phone: Phone.optional(),
      remarks: Remarks.optional(),
      labels: GivenLabels.optional(),
    },
    fieldError,
  )
  .meta({
    title: 'UpdateIntentBody',
    description: 'The fields to change; a field that is left out keeps its value.',
  });

/** Fields that an update cannot change. */
export const IMMUTABLE_FIELDS = ['userId', 'platform', 'productUrl', 'title', 'price'] as const;

const CancelledAt = Timestamp.meta({
  description: 'When the intent was cancelled; only when CANCELLED. ISO 8601, UTC, milliseconds.',
});

const Yuan = (description: string, example: number) =>
  z.number().meta({ description: `${description}, in yuan.`, example });
const CancellationFee = Yuan('What the platform charged for cancelling, only if it did', 5).optional();
// Responses return stored values unchanged, so their fields carry no rules.
const Stored = (field: z.ZodType) => {
  const { description, example } = field.meta() ?? {};
  return z.string().meta({ description, example });
};
const Pieces = z
  .number()
  .int()
  .meta({
    description: `How many pieces, 1 to ${AMOUNTS.quantityMax}.`,
    example: 2,
  });

/** Status of the order on the platform, also after the intent has ended. */
export const ORDER_STATES = ['PLACED', 'SHIPPED', 'DELIVERED', 'CANCELLED'] as const;
const OrderState = z.enum(ORDER_STATES).meta({
  title: 'OrderStatus',
  description:
    'Status of the order on the platform, once there is one. It can change after the intent has ended: a shop may still cancel the order of a COMPLETED intent.',
  example: 'SHIPPED',
});
const Parcel = z
  .object({
    trackingNumber: z.string().meta({ description: "The carrier's number.", example: 'SF1234567890123' }),
    trackingCompany: z.string().optional().meta({ description: 'The carrier.', example: '顺丰速运' }),
  })
  .meta({ title: 'Parcel', description: 'One parcel of an order.' });

export const Intent = z
  .object({
    id: IntentId,
    userId: Stored(UserId),
    platform: Platform,
    productUrl: Stored(ProductUrl),
    title: Stored(Title),
    price: Yuan('Unit price', 199),
    quantity: Pieces,
    totalAmount: Yuan('Price times quantity', 398),
    recipientName: Stored(RecipientName),
    address: Stored(Address),
    phone: z.string().meta({ description: 'Mobile number with its middle masked.', example: '138****8000' }),
    remarks: Stored(Remarks).optional(),
    labels: ShownLabels.optional(),
    status: Status,
    statusMessage: z.string().meta({ description: 'The status in words.', example: '已提交，等待处理' }),
    failureReason: z.string().optional().meta({
      description: 'Only when FAILED: code, colon, text.',
      example: 'OUT_OF_STOCK: 商品缺货',
    }),
    failureCode: z.enum(FAILURE_CODES).optional().meta({
      description: 'Only when FAILED: the code alone.',
      example: 'OUT_OF_STOCK',
    }),
    trackingNumber: z.string().optional().meta({
      description: "The carrier's number of the parcel, once it is known.",
      example: 'SF1234567890123',
    }),
    trackingCompany: z.string().optional().meta({
      description: 'The carrier, once it is known.',
      example: '顺丰速运',
    }),
    orderId: z.string().optional().meta({
      description: 'Order number on the platform, once placed; always there when COMPLETED.',
      example: 'A20261121000042',
    }),
    orderStatus: OrderState.optional(),
    parcels: z
      .array(Parcel)
      .optional()
      .meta({
        description: 'All parcels of the order, in the order in which they left; absent before the first.',
        example: [{ trackingNumber: 'SF1234567890123', trackingCompany: '顺丰速运' }],
      }),
    amountPaid: Yuan(
      'Total that the platform charged, once it has confirmed the order, or ended it and refunded less; earlier when it is more than `totalAmount`. Of an order that was cancelled for the service only `cancellationFee` was kept',
      390,
    ).optional(),
    refunded: Yuan('Amount that the platform has refunded, once it has', 390).optional(),
    cancellationFee: CancellationFee,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
    submittedAt: Timestamp.optional().meta({
      description: 'When the intent was submitted; absent while it is a draft. ISO 8601, UTC, milliseconds.',
    }),
    completedAt: Timestamp.optional().meta({
      description: 'When the purchase was completed; only when COMPLETED. ISO 8601, UTC, milliseconds.',
    }),
    cancelledAt: CancelledAt.optional(),
    archivedAt: Timestamp.optional().meta({
      description: 'When the intent was archived; only while it is. ISO 8601, UTC, milliseconds.',
    }),
    version: Version,
  })
  .meta({ title: 'Intent', description: 'A purchase intent in its current state.' });

/** The fields of a list's items when the caller chooses none. */
export const LIST_ITEM_FIELDS = [
  'id',
  'userId',
  'platform',
  'title',
  'price',
  'quantity',
  'totalAmount',
  'status',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof typeof Intent.shape)[];

export type ListItemField = (typeof LIST_ITEM_FIELDS)[number];

export const IntentListItem = Intent.extend({
  idempotencyKey: z
    .string()
    .optional()
    .meta({
      description: `The caller's \`Idempotency-Key\` of the create, 1 to ${LIMITS.idempotencyKeyChars} characters; absent when none was sent.`,
      example: 'order-2026-000042',
    }),
})
  .partial()
  .required({ id: true })
  .meta({
    title: 'IntentListItem',
    description: `One intent of a list: the fields that the parameter \`fields\` names, or without it ${LIST_ITEM_FIELDS.join(', ')}. A field whose condition does not hold is absent.`,
  });

/** The fields that `fields` can choose: all of an intent, and the key of its create. */
export const LIST_FIELDS = Object.keys(IntentListItem.shape) as (keyof typeof IntentListItem.shape)[];

export const IntentPage = listPage('IntentPage', IntentListItem, 'intents');

export const CancelledIntent = z
  .object({
    id: IntentId,
    status: z.literal('CANCELLED').meta({ description: 'Always CANCELLED.', example: 'CANCELLED' }),
    updatedAt: UpdatedAt,
    cancelledAt: CancelledAt,
    cancellationFee: CancellationFee,
  })
  .meta({ title: 'CancelledIntent', description: 'The result of a cancellation.' });

export const IntentEvent = z
  .object({
    type: z.string().meta({
      description: `What happened: ${TIMELINE_TYPES.map((type) => `\`${type}\``).join(', ')}.`,
      example: 'intent.submitted',
    }),
    at: Timestamp.meta({ description: 'When it happened. ISO 8601, UTC, milliseconds.' }),
    from: Status.optional().meta({
      description: 'The status before; absent in the first entry and when the status did not change.',
      example: 'DRAFT',
    }),
    to: Status.optional().meta({ description: 'The status after; absent when it did not change.' }),
    detail: z.string().optional().meta({
      description: 'Details in words, when there are any; what it holds depends on `type`.',
      example: 'OUT_OF_STOCK',
    }),
  })
  .meta({ title: 'IntentEvent', description: 'One entry of the timeline.' });
export const IntentEvents = z
  .object({ items: z.array(IntentEvent).meta({ description: 'All entries, oldest first.' }) })
  .meta({ title: 'IntentEvents', description: 'The timeline of an intent.' });

export type CreateIntentInput = z.infer<typeof CreateIntentBody>;
export type UpdateIntentInput = z.infer<typeof UpdateIntentBody>;
export type IntentView = z.infer<typeof Intent>;
export type IntentListItemView = z.infer<typeof IntentListItem>;
export type IntentPageView = z.infer<typeof IntentPage>;
