import { z } from 'zod';
import { bearerContract } from '../../src/bearer-contract.ts';
import type { BearerErrorCode } from '../../src/bearer/errors.ts';
import { APP_LIST } from '../../src/company/app-schemas.ts';
import { CLIENT_LIST, CONSENT_LIST } from '../../src/company/client-schemas.ts';
import { COMPANY_INTENT_LIST } from '../../src/company/intent-schemas.ts';
import { KEY_LIST } from '../../src/company/key-schemas.ts';
import type { BearerMetadata } from '../../src/bearer/metadata.ts';
import { AUDIT_LIST, SESSION_LIST } from '../../src/company/session-schemas.ts';
import { USER_LIST } from '../../src/company/user-schemas.ts';
import type { ListDefinition } from '../../src/lists/list-definition.ts';
import { CONTRACT_LIST } from '../../src/procurement/contracts.ts';
import { ORDER_LIST } from '../../src/procurement/orders.ts';
import { REQUEST_LIST } from '../../src/procurement/purchase-requests.ts';
import { SUPPLIER_LIST } from '../../src/procurement/suppliers.ts';
import { NDJSON_TYPE } from '../../src/intents/export-query.ts';
import { isEmpty } from './types.ts';

/** What the list of each operation is made by. */
const LISTS: Record<string, ListDefinition> = {
  listUsers: USER_LIST,
  listApiKeys: KEY_LIST,
  listSessions: SESSION_LIST,
  listApps: APP_LIST,
  listOAuthClients: CLIENT_LIST,
  listConsents: CONSENT_LIST,
  listAuditEvents: AUDIT_LIST,
  listCompanyIntents: COMPANY_INTENT_LIST,
  listSuppliers: SUPPLIER_LIST,
  listContracts: CONTRACT_LIST,
  listOrders: ORDER_LIST,
  listPurchaseRequests: REQUEST_LIST,
};

interface AnyRoute {
  method: string;
  path: string;
  summary?: string;
  description?: string;
  body?: unknown;
  query?: unknown;
  headers?: Record<string, unknown>;
  responses: Record<number, unknown>;
  metadata: BearerMetadata;
}

/**
 * What a method takes beside an id and its options; `csv` is a query whose answer is CSV, `lines` and `csv-lines` are queries
 * whose answer is read while it arrives.
 */
export type MethodInput = 'body' | 'query' | 'list' | 'csv' | 'lines' | 'csv-lines' | null;

/**
 * What a client does with a call that may have been carried out: `keyed`, it repeats the call under the same key; `once`, it does
 * not repeat it; null, it repeats the call as it is.
 */
export type MethodRepeat = 'keyed' | 'once' | null;

/** A method of the client of the bearer scheme, as the contract describes its operation. */
export interface BearerMethod {
  operation: string;
  name: string;
  summary: string;
  description: string;
  method: string;
  /** Path after that of the resource. */
  suffix: string;
  /** The ids of its path, as parameters. */
  ids: string[];
  input: MethodInput;
  repeat: MethodRepeat;
  body: z.ZodType | null;
  query: z.ZodType | null;
  /** `null` for an answer without a body. */
  result: z.ZodType | null;
  list: ListDefinition | null;
  options: 'CreateOptions' | 'ChangeOptions' | 'CallOptions';
  errors: readonly BearerErrorCode[];
}

/** The methods that share a path, as `suppliers`. */
export interface BearerResource {
  name: string;
  path: string;
  methods: BearerMethod[];
}

const camel = (words: string): string =>
  words.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

const schemaOf = (value: unknown): z.ZodType | null =>
  value instanceof z.ZodType && !isEmpty(value) ? value : null;

/** Whether an operation answers with lines. */
const isExport = ({ responses }: AnyRoute): boolean =>
  (responses[200] as { contentType?: unknown } | undefined)?.contentType === NDJSON_TYPE;

function inputOf(
  route: AnyRoute,
  { body, query, list }: Pick<BearerMethod, 'body' | 'query' | 'list'>,
): MethodInput {
  if (isExport(route)) return 'lines';
  if (list) return 'list';
  return body ? 'body' : query ? 'query' : null;
}

function repeatOf({ headers = {}, metadata }: AnyRoute): MethodRepeat {
  if ('idempotency-key' in headers) return 'keyed';
  return metadata.auth === 'bearer' && metadata.isOnce ? 'once' : null;
}

function optionsOf({ headers = {} }: AnyRoute): BearerMethod['options'] {
  if ('idempotency-key' in headers) return 'CreateOptions';
  return 'if-match' in headers ? 'ChangeOptions' : 'CallOptions';
}

/** Of what belongs to one of these: `updateAppWebhook` is the method `updateWebhook` of `apps`. */
const OWNERS: Record<string, RegExp> = { '/:id/webhooks': /App(?=Webhook)/ };

/** The name of the method: of what belongs to a resource that of the operation, else the act at the end of its path. */
function nameOf(operation: string, suffix: string): string {
  const owner = Object.entries(OWNERS).find(([path]) => suffix.startsWith(path));
  if (owner) return operation.replace(owner[1], '');
  const action = suffix.replace(/^\/(:id\/?)?/, '');
  return action ? camel(action) : (/^[a-z]+/.exec(operation)?.[0] ?? operation);
}

function describeMethod(operation: string, route: AnyRoute, suffix: string): BearerMethod {
  const isList = operation.startsWith('list') && !suffix.includes(':id');
  const list = LISTS[operation] ?? null;
  if (isList && !list) throw new Error(`No list definition for ${operation}: add it to LISTS.`);
  const parts = { body: schemaOf(route.body), query: schemaOf(route.query), list };
  return {
    operation,
    name: nameOf(operation, suffix),
    summary: route.summary ?? '',
    description: route.description ?? '',
    method: route.method,
    suffix,
    ids: [...suffix.matchAll(/:(\w+)/g)].map(([, id = '']) => id),
    ...parts,
    input: inputOf(route, parts),
    repeat: repeatOf(route),
    result: schemaOf(route.responses[201] ?? route.responses[200]),
    options: optionsOf(route),
    errors: route.metadata.errors,
  };
}

/** The method that asks for the same rows as CSV. */
function asCsv(method: BearerMethod): BearerMethod {
  return {
    ...method,
    name: `${method.name}Csv`,
    summary: `${method.summary} as CSV`,
    description: `The rows of \`${method.name}\` (RFC 4180): a header, then one line for each row. No cell is a formula for a spreadsheet.`,
    ...(method.input === 'lines' ? { input: 'csv-lines' } : { input: 'csv', result: z.string() }),
  };
}

/** Every operation under /v1, by the resource that its path names. */
export function bearerResources(): BearerResource[] {
  const resources = new Map<string, BearerResource>();
  for (const [operation, each] of Object.entries(bearerContract)) {
    const route = each as AnyRoute;
    const [, path, name, suffix = ''] = /^(\/v1\/([a-z-]+))(.*)$/.exec(route.path) ?? [];
    // Logging in and out is the credential's part.
    if (path === undefined || name === undefined) continue;
    const resource = resources.get(path) ?? { name: camel(name), path, methods: [] };
    resources.set(path, resource);
    const method = describeMethod(operation, route, suffix);
    resource.methods.push(method);
    if (route.metadata.auth === 'bearer' && route.metadata.hasCsv) resource.methods.push(asCsv(method));
  }
  return [...resources.values()];
}
