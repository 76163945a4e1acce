import { z } from 'zod';
import { idInBody } from '../bearer/id-fields.ts';
import { listPage } from '../lists/list-page.ts';
import { Yuan } from '../bearer/money-fields.ts';
import { listQuery } from '../bearer/list-query.ts';
import { fieldError, IntentId, Platform, textField, Timestamp, Title } from '../fields.ts';
import { PLATFORMS } from '../platforms.ts';
import { exampleId } from '../ids.ts';
import { AMOUNTS } from '../limits.ts';
import { ORDER_STATES } from '../intents/schemas.ts';
import type { ListDefinition } from '../lists/list-definition.ts';
import { QueryInteger, QueryMoney, QueryTime } from '../lists/query-values.ts';
import { OrderRef, stored, UpdatedAt } from './fields.ts';

const Status = z.enum(ORDER_STATES, fieldError).meta({
  description: 'Status of the order on the platform.',
  example: 'SHIPPED',
});

export const Order = z
  .object({
    id: OrderRef,
    orderId: stored('Order number on the platform, 1 to 128 characters.', 'A20261121000042'),
    intentId: IntentId.meta({ description: 'The intent that bought it.' }),
    appId: stored(
      'The App whose intent it is; `app_procurement` for purchase requests. At most 64 characters.',
      'app_procurement',
    ),
    platform: Platform,
    title: stored('Title of the product.', '无线鼠标'),
    quantity: z
      .number()
      .int()
      .meta({
        description: `How many pieces, 1 to ${AMOUNTS.quantityMax}.`,
        minimum: 1,
        maximum: AMOUNTS.quantityMax,
        example: 2,
      }),
    amountPaid: Yuan('Total that the platform charged, once it has confirmed the order', 398).optional(),
    status: Status,
    isCancellable: z.boolean().meta({
      description:
        'Whether `cancelOrder` asks the platform now: while the intent is PROCESSING. The platform may still refuse.',
      example: false,
    }),
    trackingNumber: stored(
      "The carrier's number of the first parcel, once it is known. Text to show, not to compare.",
      'SF1234567890123',
    ).optional(),
    trackingCompany: stored(
      'The carrier, once it is known. Text to show, not to compare.',
      '顺丰速运',
    ).optional(),
    placedAt: Timestamp.meta({
      description: 'When the platform was first known to have the order. ISO 8601, UTC, milliseconds.',
    }),
    updatedAt: UpdatedAt,
  })
  .meta({ title: 'Order', description: 'An order on a platform, whoever asked for it.' });

const FIELDS = Object.keys(Order.shape);
const Word = textField({ min: 1, max: 128 }, 'A word of the platform or of the service.', 'A20261121000042');

export const ORDER_LIST = {
  plural: 'orders',
  filters: {
    orderId: { kind: 'text', value: Word, example: 'A20261121000042' },
    intentId: { kind: 'text', value: idInBody('intent', 'the intent'), example: exampleId('intent') },
    appId: { kind: 'text', value: Word, example: 'app_procurement' },
    platform: { kind: 'choice', value: z.enum(PLATFORMS, fieldError), example: 'PLATFORM_A' },
    title: { kind: 'text', value: Title, example: '无线鼠标', like: '鼠标' },
    quantity: { kind: 'number', value: QueryInteger(Number.MAX_SAFE_INTEGER), example: '2' },
    amountPaid: { kind: 'money', value: QueryMoney, example: '398.00' },
    status: { kind: 'choice', value: Status, example: 'SHIPPED' },
    trackingNumber: { kind: 'text', value: Word, example: 'SF1234567890123' },
    placedAt: { kind: 'time', value: QueryTime, example: '2026-11-21' },
    updatedAt: { kind: 'time', value: QueryTime, example: '2026-11-21' },
  },
  sorts: ['placedAt', 'updatedAt'],
  fields: FIELDS,
  itemFields: FIELDS,
} as const satisfies ListDefinition;

export const ListOrdersQuery = listQuery('ListOrdersQuery', ORDER_LIST);
export const OrderPage = listPage(
  'OrderPage',
  Order.partial().required({ id: true }).meta({ title: 'OrderListItem' }),
);
export type OrderView = z.infer<typeof Order>;
