import { z } from 'zod';
import { ResourceVersion } from '../bearer/answer-fields.ts';
import { idInBody } from '../bearer/id-fields.ts';
import { listPage } from '../lists/list-page.ts';
import { MAX_YUAN, Yuan, yuanField } from '../bearer/money-fields.ts';
import { listQuery } from '../bearer/list-query.ts';
import { fieldError, issueError, Price, ProductUrl, Quantity, textField } from '../fields.ts';
import { exampleId } from '../ids.ts';
import type { ListDefinition } from '../lists/list-definition.ts';
import { QueryMoney, QueryTime } from '../lists/query-values.ts';
import {
  ContractId,
  CreatedAt,
  dayField,
  EXAMPLE_PRODUCT,
  stored,
  storedDay,
  SupplierId,
  UpdatedAt,
} from './fields.ts';
import { PROCUREMENT_LIMITS, PROCUREMENT_TEXT_LENGTHS as LENGTHS } from './limits.ts';
import { CONTRACT_STATUSES } from './states.ts';

const Title = textField(LENGTHS.contractTitle, 'Title of the contract.', '2026 年度鼠标采购协议');
const ValidFrom = dayField('The first day', '2026-01-01');
const ValidTo = dayField('The last day', '2026-12-31');
const MaxAmount = yuanField(
  { min: 0.01, max: MAX_YUAN },
  'The most that all requests together may cost',
  100_000,
);
const Status = z.enum(CONTRACT_STATUSES, fieldError).meta({
  description:
    'Requests are held to an ACTIVE contract. A DRAFT can be changed; after its last day a contract is EXPIRED.',
  example: 'ACTIVE',
});

const MaxUnitPrice = Price.meta({ description: 'The highest price of one piece, in yuan.' });
const MaxQuantity = Quantity.meta({ description: 'The most pieces of all requests together.' });

const ContractLineBody = z
  .strictObject(
    {
      productUrl: ProductUrl.meta({ example: EXAMPLE_PRODUCT }),
      maxUnitPrice: MaxUnitPrice,
      maxQuantity: MaxQuantity.optional(),
    },
    fieldError,
  )
  .meta({ title: 'ContractLineBody', description: 'A product that the contract covers.' });

const EXAMPLE_LINES = [{ productUrl: EXAMPLE_PRODUCT, maxUnitPrice: 199, maxQuantity: 500 }];
const Lines = z
  .array(ContractLineBody, fieldError)
  .min(1, issueError({ rule: 'required' }))
  .max(
    PROCUREMENT_LIMITS.contractLines,
    issueError({ rule: 'values', max: PROCUREMENT_LIMITS.contractLines }),
  )
  .meta({ description: 'The products that the contract covers, each once.', example: EXAMPLE_LINES });

const daysInOrder = ({ validFrom, validTo }: { validFrom: string; validTo: string }): boolean =>
  validFrom <= validTo;

export const CreateContractBody = z
  .strictObject(
    {
      supplierId: idInBody('supplier', 'the supplier'),
      title: Title,
      validFrom: ValidFrom,
      validTo: ValidTo,
      maxAmount: MaxAmount.optional(),
      lines: Lines,
    },
    fieldError,
  )
  .refine(daysInOrder, { ...issueError({ rule: 'range' }), path: ['validFrom'] })
  .meta({
    title: 'CreateContractBody',
    description: 'A price agreement with a supplier. It begins as DRAFT.',
  });

export const UpdateContractBody = z
  .strictObject(
    {
      title: Title.optional(),
      validFrom: ValidFrom.optional(),
      validTo: ValidTo.optional(),
      maxAmount: MaxAmount.nullable().optional().meta({
        description:
          'The most that all requests together may cost, in yuan, at most 2 decimals; null for no ceiling.',
        example: 100_000,
      }),
      lines: Lines.optional(),
    },
    fieldError,
  )
  .meta({
    title: 'UpdateContractBody',
    description:
      'The fields to change; a field that is left out keeps its value, `null` removes the ceiling. `lines` replaces all of them.',
  });

const ContractLine = z
  .object({
    productUrl: stored("Address of the product's page.", EXAMPLE_PRODUCT),
    maxUnitPrice: Yuan('The highest price of one piece', 199),
    maxQuantity: z.number().int().min(1).optional().meta({
      description: 'The most pieces of all requests together, at least 1; absent without a ceiling.',
      example: 500,
    }),
  })
  .meta({ title: 'ContractLine', description: 'A product that a contract covers.' });

export const Contract = z
  .object({
    id: ContractId,
    supplierId: SupplierId,
    title: stored('Title of the contract.', '2026 年度鼠标采购协议'),
    validFrom: storedDay('The first day', '2026-01-01'),
    validTo: storedDay('The last day', '2026-12-31'),
    status: Status,
    maxAmount: Yuan(
      'The most that all requests together may cost; absent without a ceiling',
      100_000,
    ).optional(),
    lines: z
      .array(ContractLine)
      .meta({ description: 'The products that the contract covers.', example: EXAMPLE_LINES }),
    reserved: Yuan('What approved requests will cost that are not ordered yet', 398),
    spent: Yuan(
      'What ordered requests have cost, and what failed and cancelled ones have cost all the same',
      1194,
    ),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
    version: ResourceVersion,
  })
  .meta({ title: 'Contract', description: 'A price agreement with a supplier.' });

const FIELDS = Object.keys(Contract.shape);

export const CONTRACT_LIST = {
  plural: 'contracts',
  filters: {
    supplierId: {
      kind: 'text',
      value: idInBody('supplier', 'the supplier'),
      example: exampleId('supplier'),
    },
    title: { kind: 'text', value: Title, example: '2026 年度鼠标采购协议', like: '鼠标' },
    validFrom: { kind: 'time', value: QueryTime, example: '2026-01-01' },
    validTo: { kind: 'time', value: QueryTime, example: '2026-12-31' },
    status: { kind: 'choice', value: Status, example: 'ACTIVE' },
    maxAmount: { kind: 'money', value: QueryMoney, example: '100000.00' },
    reserved: { kind: 'money', value: QueryMoney, example: '398.00' },
    spent: { kind: 'money', value: QueryMoney, example: '1194.00' },
    createdAt: { kind: 'time', value: QueryTime, example: '2026-11-21' },
    updatedAt: { kind: 'time', value: QueryTime, example: '2026-11-21' },
  },
  sorts: ['createdAt', 'updatedAt'],
  fields: FIELDS,
  itemFields: FIELDS.filter((field) => field !== 'lines'),
} as const satisfies ListDefinition;

export const ListContractsQuery = listQuery('ListContractsQuery', CONTRACT_LIST);
export const ContractPage = listPage(
  'ContractPage',
  Contract.partial().required({ id: true }).meta({ title: 'ContractListItem' }),
);

export type CreateContractInput = z.infer<typeof CreateContractBody>;
export type UpdateContractInput = z.infer<typeof UpdateContractBody>;
export type ContractView = z.infer<typeof Contract>;
