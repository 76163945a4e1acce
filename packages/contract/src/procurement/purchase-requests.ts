import { z } from 'zod';
import { ResourceVersion } from '../bearer/answer-fields.ts';
import { idInBody } from '../bearer/id-fields.ts';
import { listPage } from '../lists/list-page.ts';
import { Yuan } from '../bearer/money-fields.ts';
import { listQuery } from '../bearer/list-query.ts';
import {
  Address,
  fieldError,
  IntentId,
  issueError,
  Phone,
  Platform,
  Price,
  ProductUrl,
  Quantity,
  RecipientName,
  Remarks,
  textField,
  Timestamp,
  Title,
} from '../fields.ts';
import { PLATFORMS } from '../platforms.ts';
import { exampleId, ID_PREFIXES } from '../ids.ts';
import { isTotalWithinLimit } from '../intents/schemas.ts';
import { AMOUNTS, TEXT_LENGTHS } from '../limits.ts';
import type { ListDefinition } from '../lists/list-definition.ts';
import { QueryInteger, QueryMoney, QueryTime } from '../lists/query-values.ts';
import {
  ContractId,
  CreatedAt,
  EXAMPLE_PRODUCT,
  PersonId,
  RequestId,
  stored,
  SupplierId,
  UpdatedAt,
} from './fields.ts';
import { PROCUREMENT_TEXT_LENGTHS as LENGTHS } from './limits.ts';
import { REQUEST_STATUSES } from './states.ts';

const Justification = textField(LENGTHS.justification, 'Why this is needed.', '新员工入职配备');
const Note = textField(LENGTHS.note, 'What the decision is founded on.', '预算内');
const supplierOfRequest = idInBody('supplier', 'the supplier').meta({
  description:
    'The supplier whose shop has the product. Without it, the service finds the supplier by `productUrl`.',
});
const contractOfRequest = idInBody('contract', 'the contract').meta({
  description: 'The contract that the request is held to, if any.',
});

const CONTENT = {
  platform: Platform,
  productUrl: ProductUrl.meta({ example: EXAMPLE_PRODUCT }),
  title: Title,
  price: Price,
  quantity: Quantity,
  recipientName: RecipientName,
  address: Address,
  phone: Phone,
  justification: Justification,
};
const totalError = {
  ...issueError({ rule: 'totalTooLarge', max: AMOUNTS.totalMax }),
  path: ['quantity'],
};

export const CreateRequestBody = z
  .strictObject(
    {
      ...CONTENT,
      remarks: Remarks.optional(),
      supplierId: supplierOfRequest.optional(),
      contractId: contractOfRequest.optional(),
    },
    fieldError,
  )
  .refine(({ price, quantity }) => isTotalWithinLimit(price, quantity), totalError)
  .meta({
    title: 'CreateRequestBody',
    description: `What is asked for. Price times quantity is at most ${AMOUNTS.totalMax} yuan.`,
  });

export const UpdateRequestBody = z
  .strictObject(
    {
      ...(Object.fromEntries(
        Object.entries(CONTENT).map(([name, schema]) => [name, (schema as z.ZodType).optional()]),
      ) as { [Key in keyof typeof CONTENT]: z.ZodOptional<(typeof CONTENT)[Key]> }),
      remarks: Remarks.nullable()
        .optional()
        .meta({
          description: `Free text for the order, at most ${TEXT_LENGTHS.remarks.max} characters; null for none.`,
          example: '工作日送货',
        }),
      supplierId: supplierOfRequest
        .nullable()
        .optional()
        .meta({
          description: `The supplier whose shop has the product, \`${ID_PREFIXES.supplier}\` and 32 hex digits; null: by \`productUrl\`.`,
          example: exampleId('supplier'),
        }),
      contractId: contractOfRequest
        .nullable()
        .optional()
        .meta({
          description: `The contract that the request is held to, \`${ID_PREFIXES.contract}\` and 32 hex digits; null for none.`,
          example: exampleId('contract'),
        }),
    },
    fieldError,
  )
  .meta({
    title: 'UpdateRequestBody',
    description:
      'The fields to change; a field that is left out keeps its value, `null` removes remarks, supplier or contract.',
  });

export const DecisionBody = z
  .strictObject({ note: Note.optional() }, fieldError)
  .meta({ title: 'DecisionBody', description: 'A note that everybody sees who sees the request.' });

const Status = z.enum(REQUEST_STATUSES, fieldError).meta({
  description:
    'A PENDING request waits for a decision. An APPROVED one is being bought; it becomes ORDERED, FAILED or CANCELLED with its intent.',
  example: 'PENDING',
});

export const PurchaseRequest = z
  .object({
    id: RequestId,
    status: Status,
    requestedBy: PersonId.meta({
      description: 'Who asks. Of an API key or a client: the person who made it.',
    }),
    platform: Platform,
    productUrl: stored("Address of the product's page.", EXAMPLE_PRODUCT),
    title: stored('Title of the product.', '无线鼠标'),
    price: Yuan('Unit price', 199),
    quantity: z.number().int().meta({ description: 'How many pieces.', example: 2 }),
    totalAmount: Yuan('Price times quantity', 398),
    recipientName: stored('Who receives the delivery.', '张三'),
    address: stored('Where the delivery goes.', '上海市浦东新区世纪大道 100 号'),
    phone: stored('Mobile number with its middle masked.', '138****8000'),
    remarks: stored('Free text for the order.', '工作日送货').optional(),
    justification: stored(
      `Why this is needed, at most ${LENGTHS.justification.max} characters.`,
      '新员工入职配备',
    ),
    supplierId: SupplierId.optional().meta({
      description: 'The supplier whose shop has the product, if any.',
    }),
    contractId: ContractId.optional().meta({
      description: 'The contract that the request is held to, if any.',
    }),
    decidedBy: PersonId.optional().meta({ description: 'Who has decided; only after a decision.' }),
    decidedAt: Timestamp.optional().meta({
      description: 'When, ISO 8601 in UTC; only after a decision.',
    }),
    decisionNote: stored(
      `The note of the decision, or of the withdrawal, if any: at most ${LENGTHS.note.max} characters.`,
      '预算内',
    ).optional(),
    intentId: IntentId.optional().meta({ description: 'The intent that buys it; from the approval on.' }),
    orderId: stored('Order number on the platform; once there is an order.', 'A20261121000042').optional(),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
    version: ResourceVersion,
  })
  .meta({ title: 'PurchaseRequest', description: 'Somebody asks to buy.' });

const FIELDS = Object.keys(PurchaseRequest.shape);
const id = (kind: 'user' | 'supplier' | 'contract') => ({
  kind: 'text' as const,
  value: idInBody(kind, 'it'),
  example: exampleId(kind),
});

export const REQUEST_LIST = {
  plural: 'purchase requests',
  filters: {
    status: { kind: 'choice', value: Status, example: 'PENDING' },
    requestedBy: id('user'),
    platform: { kind: 'choice', value: z.enum(PLATFORMS, fieldError), example: 'PLATFORM_A' },
    title: { kind: 'text', value: Title, example: '无线鼠标', like: '鼠标' },
    price: { kind: 'money', value: QueryMoney, example: '199.00' },
    quantity: { kind: 'number', value: QueryInteger(Number.MAX_SAFE_INTEGER), example: '2' },
    totalAmount: { kind: 'money', value: QueryMoney, example: '398.00' },
    supplierId: id('supplier'),
    contractId: id('contract'),
    decidedBy: id('user'),
    decidedAt: { kind: 'time', value: QueryTime, example: '2026-11-21' },
    createdAt: { kind: 'time', value: QueryTime, example: '2026-11-21' },
    updatedAt: { kind: 'time', value: QueryTime, example: '2026-11-21' },
  },
  sorts: ['createdAt', 'updatedAt', 'price', 'totalAmount'],
  fields: FIELDS,
  itemFields: [
    'id',
    'status',
    'requestedBy',
    'platform',
    'title',
    'price',
    'quantity',
    'totalAmount',
    'supplierId',
    'contractId',
    'createdAt',
    'updatedAt',
  ],
} as const satisfies ListDefinition;

export const ListRequestsQuery = listQuery('ListPurchaseRequestsQuery', REQUEST_LIST);
export const RequestPage = listPage(
  'PurchaseRequestPage',
  PurchaseRequest.partial().required({ id: true }).meta({ title: 'PurchaseRequestListItem' }),
);

export type CreateRequestInput = z.infer<typeof CreateRequestBody>;
export type UpdateRequestInput = z.infer<typeof UpdateRequestBody>;
export type PurchaseRequestView = z.infer<typeof PurchaseRequest>;
