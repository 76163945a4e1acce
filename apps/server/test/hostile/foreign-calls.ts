import { contract, FILTER_FIELDS, type OperationId, ROUTES } from '@procurement-intents/contract';
import fc from 'fast-check';
import { isOfWebhooks } from '../support/signed-operations.ts';
import { words } from './words.ts';

/** What the owner of the intents has, and an intruder may have learnt: everything but the secret. */
export interface Loot {
  ids: readonly string[];
  idempotencyKeys: readonly string[];
  /** Cursors with the query that each was given for. */
  cursors: readonly { query: string; cursor: string }[];
  userId: string;
  /** A create body of the intruder's own. */
  body: Record<string, unknown>;
}

/** A call that its App signs properly, about what is another's. */
export interface ForeignCall {
  operation: OperationId;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Record<string, unknown> | null;
}

// Endpoints of webhooks have tests of their own.
const OPERATIONS = (Object.keys(contract) as OperationId[]).filter(
  (id) => id !== 'getHealth' && !isOfWebhooks(id),
);
const STATUS = 'DRAFT,SUBMITTED,PROCESSING,COMPLETED,FAILED,CANCELLED';

/** An id of the owner's, at times in another spelling. */
function spelledId(ids: readonly string[]): fc.Arbitrary<string> {
  const spellings: ((id: string) => string)[] = [
    (id) => id.toUpperCase(),
    (id) => `${id}%20`,
    (id) => `${id}%00`,
    (id) => encodeURIComponent(`${id}/`),
    (id) => id.replace('int_', '%69nt_'),
    (id) => `%2e%2e%2f${id}`,
    (id) => `${id},${id}`,
    (id) => id.slice(0, -1),
  ];
  const id = fc.constantFrom(...ids);
  return fc.oneof(
    { weight: 5, arbitrary: id },
    { weight: 1, arbitrary: fc.tuple(id, fc.constantFrom(...spellings)).map(([one, spell]) => spell(one)) },
  );
}

function listQuery({ ids, cursors, userId }: Loot): fc.Arbitrary<string> {
  const values = fc.constantFrom(
    ...ids,
    userId,
    '%25',
    '_',
    'user_',
    '0',
    '1',
    '0.01',
    '2020-01-01',
    STATUS,
    'PLATFORM_A',
    ',',
  );
  const operator = fc.constantFrom('', '[in]', '[gte]', '[lte]', '[like]');
  const field = fc.constantFrom<string>(...FILTER_FIELDS, 'id', 'appId', 'idempotencyKey', 'phone');
  const filter = fc
    .tuple(field, operator, values)
    .map(([name, op, value]) => `filter[${name}]${op}=${value}`);
  const plain = fc.constantFrom(
    ...words('pageSize=100 page=2 sortBy=price sortBy=updatedAt order=asc status=COMPLETED'),
    ...words(`userId=${userId}`),
    ...words('appId=app_a startDate=2020-01-01 endDate=2099-01-01 fields=id,userId,title'),
    ...words('fields=appId platform=PLATFORM_A'),
  );
  const parts = fc.uniqueArray(fc.oneof(filter, plain), {
    maxLength: 4,
    selector: (part) => part.split('=')[0],
  });
  const cursor = fc
    .constantFrom(...cursors)
    .map(({ query, cursor }) => [query, `cursor=${cursor}`].filter(Boolean));
  return fc
    .oneof({ weight: 3, arbitrary: parts }, { weight: 2, arbitrary: cursor })
    .map((all) => all.join('&'));
}

/** Calls over every operation, aimed at the intents of another App. */
export function foreignCalls(loot: Loot): fc.Arbitrary<ForeignCall> {
  const ifMatch = fc.constantFrom(undefined, '"1"', '"2"', '"99"', '*', 'W/"1"', '""');
  const key = fc.constantFrom(...loot.idempotencyKeys, ...loot.ids);
  const draft = fc.constantFrom<Record<string, unknown>>(
    {},
    { appId: 'app_a' },
    { id: loot.ids[0] },
    { quantity: 7 },
  );
  const update = fc.constantFrom<Record<string, unknown>>(
    { quantity: 9 },
    { address: '上海市浦东新区世纪大道 1 号' },
    {},
    { appId: 'x' },
  );
  return fc
    .tuple(fc.constantFrom(...OPERATIONS), spelledId(loot.ids), listQuery(loot), ifMatch, key, draft, update)
    .map(([operation, id, query, version, idempotencyKey, more, change]) => {
      const { method, path } = ROUTES[operation];
      const isList = operation === 'listIntents';
      const isCreate = operation === 'createIntent';
      return {
        operation,
        method,
        path: path.replaceAll(/:\w+/g, id) + (isList && query !== '' ? `?${query}` : ''),
        headers: {
          ...(version !== undefined && !isCreate && { 'If-Match': version }),
          ...(isCreate && { 'Idempotency-Key': idempotencyKey }),
        },
        body: isCreate
          ? { ...loot.body, ...more }
          : operation === 'createIntents'
            ? { items: [{ ...loot.body, ...more, idempotencyKey }] }
            : operation === 'updateIntent'
              ? change
              : operation === 'setIntentLabels'
                ? { labels: { batch: 'x' } }
                : null,
      };
    });
}
