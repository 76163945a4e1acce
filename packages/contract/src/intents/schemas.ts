import { z } from 'zod';
import {
  Address,
  because,
  fieldError,
  IntentId,
  Phone,
  Platform,
  PLATFORMS,
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
import { FAILURE_CODES } from './failures.ts';
import { INTENT_STATUSES } from './lifecycle.ts';

export const Status = z
  .enum(INTENT_STATUSES)
  .meta({ description: 'Where the intent stands.', example: 'SUBMITTED' });
const Version = z
  .number()
  .int()
  .meta({ description: 'Counts the visible changes, from 1.', minimum: 1, example: 1 });

/** Whether price times quantity stays within the limit, counted in fen. */
export function isTotalWithinLimit(price: number, quantity: number): boolean {
  return Math.round(price * 100) * quantity <= Math.round(AMOUNTS.totalMax * 100);
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
      draft: z.boolean(fieldError).optional().meta({
        description: 'With `true` the intent waits as DRAFT until it is submitted. Default `false`.',
        default: false,
        example: false,
      }),
    },
    fieldError,
  )
  .refine((body) => isTotalWithinLimit(body.price, body.quantity), {
    ...because({ rule: 'totalTooLarge', max: AMOUNTS.totalMax }),
    path: ['quantity'],
  })
  .meta({ title: 'CreateIntentBody' });

export const UpdateIntentBody = z
  .strictObject(
    {
      quantity: Quantity.optional(),
      recipientName: RecipientName.optional(),
      address: Address.optional(),
      phone: Phone.optional(),
      remarks: Remarks.optional(),
    },
    fieldError,
  )
  .meta({ title: 'UpdateIntentBody' });

/** Fields of an intent that an update may not name. */
export const IMMUTABLE_FIELDS = ['userId', 'platform', 'productUrl', 'title', 'price'] as const;

export const CreatedIntent = z
  .object({
    id: IntentId,
    userId: UserId,
    platform: Platform,
    status: Status,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ title: 'CreatedIntent' });

const Yuan = (description: string, example: number) =>
  z.number().meta({ description: `${description}, in yuan.`, example });

export const Intent = z
  .object({
    id: IntentId,
    userId: z.string(),
    platform: Platform,
    productUrl: z.string(),
    title: z.string(),
    price: Yuan('Unit price', 199),
    quantity: z.number().int().meta({ example: 2 }),
    totalAmount: Yuan('Price times quantity', 398),
    recipientName: z.string(),
    address: z.string(),
    phone: z.string().meta({ description: 'Mobile number with its middle masked.', example: '138****8000' }),
    remarks: z.string().optional(),
    status: Status,
    statusMessage: z.string().meta({ description: 'The status in words.', example: '已提交，等待处理' }),
    failureReason: z.string().optional().meta({ description: 'Only when FAILED: code, colon, text.' }),
    failureCode: z
      .enum(FAILURE_CODES)
      .optional()
      .meta({ description: 'Only when FAILED: the machine word alone.' }),
    trackingNumber: z.string().optional(),
    trackingCompany: z.string().optional(),
    orderId: z.string().optional().meta({ description: 'Order number on the platform, once placed.' }),
    amountPaid: z
      .number()
      .optional()
      .meta({ description: 'What the platform charged, in yuan, once it confirmed.' }),
    cancellationFee: z
      .number()
      .optional()
      .meta({ description: 'What the platform charged for cancelling, in yuan.' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    submittedAt: Timestamp.optional(),
    completedAt: Timestamp.optional(),
    cancelledAt: Timestamp.optional(),
    version: Version,
  })
  .meta({ title: 'Intent' });

export const IntentListItem = z
  .object({
    id: IntentId,
    userId: z.string(),
    platform: Platform,
    title: z.string(),
    price: Yuan('Unit price', 199),
    quantity: z.number().int(),
    totalAmount: Yuan('Price times quantity', 398),
    status: Status,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ title: 'IntentListItem' });

export const IntentPage = z
  .object({
    items: z.array(IntentListItem),
    total: z.number().int().meta({ description: 'All records that match.' }),
    page: z.number().int(),
    pageSize: z.number().int(),
    totalPages: z.number().int(),
  })
  .meta({ title: 'IntentPage' });

export const CancelledIntent = z
  .object({
    id: IntentId,
    status: z.literal('CANCELLED'),
    updatedAt: Timestamp,
    cancelledAt: Timestamp,
    cancellationFee: z.number().optional(),
  })
  .meta({ title: 'CancelledIntent' });

export const IntentEvent = z
  .object({
    type: z.string().meta({ description: 'What happened.', example: 'intent.submitted' }),
    at: Timestamp,
    from: Status.optional(),
    to: Status.optional(),
    detail: z.string().optional(),
  })
  .meta({ title: 'IntentEvent' });
export const IntentEvents = z.object({ items: z.array(IntentEvent) }).meta({ title: 'IntentEvents' });

const isTime = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/.test(value) &&
  isRealTime(value);

function isRealTime(value: string): boolean {
  const day = Number(value.slice(8, 10));
  const lastDay = new Date(Date.UTC(Number(value.slice(0, 4)), Number(value.slice(5, 7)), 0)).getUTCDate();
  return day >= 1 && day <= lastDay && !Number.isNaN(Date.parse(value));
}

const QueryTime = z
  .string(fieldError)
  .refine(isTime, because({ rule: 'time' }))
  .meta({
    description: 'ISO 8601; a date alone means its whole day in UTC.',
    example: '2026-11-21',
  });
const QueryInteger = (max: number) =>
  z
    .string(fieldError)
    .regex(/^[1-9][0-9]{0,15}$/, because({ rule: 'integer', min: 1, max }))
    .refine((value) => Number(value) <= max, because({ rule: 'integer', min: 1, max }));

/** Parameters of the list, as they stand in the query string. */
export const ListIntentsQuery = z
  .strictObject(
    {
      page: QueryInteger(Number.MAX_SAFE_INTEGER)
        .optional()
        .meta({ description: 'From 1; default 1.', default: '1' }),
      pageSize: QueryInteger(Number.MAX_SAFE_INTEGER)
        .optional()
        .meta({
          description: `Default ${LIMITS.pageSizeDefault}; above ${LIMITS.pageSizeMax} counts as ${LIMITS.pageSizeMax}.`,
        }),
      status: z.enum(INTENT_STATUSES, fieldError).optional(),
      userId: UserId.optional(),
      platform: z.enum(PLATFORMS, fieldError).optional(),
      startDate: QueryTime.optional(),
      endDate: QueryTime.optional(),
      sortBy: z
        .enum(['createdAt', 'updatedAt', 'price'], fieldError)
        .optional()
        .meta({ default: 'createdAt' }),
      order: z.enum(['asc', 'desc'], fieldError).optional().meta({ default: 'desc' }),
    },
    fieldError,
  )
  .meta({ title: 'ListIntentsQuery' });

export type CreateIntentInput = z.infer<typeof CreateIntentBody>;
export type UpdateIntentInput = z.infer<typeof UpdateIntentBody>;
export type ListIntentsInput = z.infer<typeof ListIntentsQuery>;
export type IntentView = z.infer<typeof Intent>;
