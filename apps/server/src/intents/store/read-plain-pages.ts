import { ARCHIVED_CHOICES, type ArchivedChoice } from '@procurement-intents/contract';
import { type ListOrder, type ListRequest, SORT_COLUMNS } from '@procurement-intents/domain';
import { MAX_IN_FLIGHT } from '../../postgres/batch.ts';
import type { Database, DatabaseOptions } from '../../postgres/database.ts';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import { createPageBatcher } from './list-page-batcher.ts';
import { LIST_COLUMNS, type ListResult, type ListRow } from './list-rows.ts';
import { LABEL_STATEMENTS } from './read-label-pages.ts';
import { ARCHIVED, sourceOf } from './sql-conditions.ts';

// Of 101 rows each at most, so that no batch keeps this process busy for long.
const MAX_PAGES = 16;

const DIRECTIONS = ['desc', 'asc'] as const satisfies readonly ListOrder['direction'][];

/** Which intents the pages of a statement have, how they are sorted, and whether they begin behind a cursor. */
interface PageKind extends Pick<ListRequest, 'order' | 'archived'> {
  isAfter: boolean;
}

/** Each page that is asked for, with the App's total unless the page is behind a cursor, which has it. */
function makeStatement({ order: { by, direction }, archived, isAfter }: PageKind): string {
  const column = INTENTS.name(by);
  const position = isAfter ? `, $3::${INTENTS.table[by].type}[], $4::text[]` : '';
  const sign = direction === 'desc' ? '<' : '>';
  return `SELECT asked."n"::int AS "asked", ${isAfter ? '' : 'counted."total", '}page.*
    FROM unnest($1::text[], $2::int[]${position}) WITH ORDINALITY
      AS asked("appId", "take"${isAfter ? ', "value", "id"' : ''}, "n")
    ${isAfter ? '' : `CROSS JOIN LATERAL (${COUNT} ${COUNTED[archived]}) AS counted`}
    CROSS JOIN LATERAL (SELECT ${LIST_COLUMNS.item} FROM ${sourceOf(archived).from.sql}
      WHERE "appId" = asked."appId" AND ${ARCHIVED[archived].sql}
      ${isAfter ? `AND (${column}, "id") ${sign} (asked."value", asked."id")` : ''}
      ORDER BY ${column} ${direction}, "id" ${direction} LIMIT asked."take") AS page
    ORDER BY asked."n"`;
}

const COUNT = `SELECT COALESCE(sum("total"), 0)::bigint AS "total" FROM "intent_counts"
      WHERE "appId" = asked."appId"`;
const COUNTED: Record<ArchivedChoice, string> = {
  false: 'AND NOT "isArchived"',
  true: 'AND "isArchived"',
  any: '',
};

// Archived intents that have not moved have an index in this order alone.
const isIndexed = ({ order, archived }: Pick<PageKind, 'order' | 'archived'>): boolean =>
  archived !== 'true' || order.by === 'createdAt';

const statementKey = ({ order: { by, direction }, archived, isAfter }: PageKind): string =>
  `${by}_${direction}_${archived}${isAfter ? '_after' : ''}`;

const STATEMENTS: ReadonlyMap<string, string> = new Map(
  SORT_COLUMNS.flatMap((by) => DIRECTIONS.map((direction) => ({ by, direction })))
    .flatMap((order) => ARCHIVED_CHOICES.map((archived) => ({ order, archived })))
    .filter(isIndexed)
    .flatMap((pages) => [false, true].map((isAfter) => ({ ...pages, isAfter })))
    .map((kind) => [statementKey(kind), makeStatement(kind)]),
);
const NAMES: ReadonlyMap<string, string> = new Map(
  [...STATEMENTS, ...LABEL_STATEMENTS].map(([key, text]) => [text, `list_${key}`]),
);

/**
 * Options of the connection for pages without a filter, or of one label. An index leads to each of them, however many rows
 * the tables and the App have, so that one plan is right for all and is kept. Planned for its values, a page would cost Postgres
 * three times as much; without these settings the kept plan could sort all rows of an App instead.
 */
export const PAGE_CONNECTIONS = {
  poolSize: MAX_IN_FLIGHT,
  plans: { nameOf: (text) => NAMES.get(text) },
  settings: [
    'plan_cache_mode = force_generic_plan',
    'enable_sort = off',
    'enable_seqscan = off',
    'jit = off',
    'max_parallel_workers_per_gather = 0',
  ],
} satisfies Omit<DatabaseOptions, 'log'>;

/**
 * Whether it costs as much as any other: an index leads to the page, no row is passed over, and none has more than the
 * fields of an item.
 */
export const isPlainPage = (request: ListRequest): boolean => {
  const { conditions, start, detail } = request;
  return (
    detail === 'item' &&
    conditions.length === 0 &&
    isIndexed(request) &&
    ('after' in start || start.skip === 0)
  );
};

/** Reads plain pages. @param database - with {@link PAGE_CONNECTIONS}. */
export const createPageReader = (
  database: Pick<Database, 'rows'>,
): ((request: ListRequest) => Promise<ListResult>) =>
  createPageBatcher({
    maxItems: MAX_PAGES,
    statementOf: ({ order, archived, start }: ListRequest) =>
      STATEMENTS.get(statementKey({ order, archived, isAfter: 'after' in start })) ?? '',
    keyOf: keyOfPage,
    read: (statement, requests) => readPages(database, statement, requests),
  });

function keyOfPage({ appId, order, archived, start, take }: ListRequest): string {
  const after = 'after' in start ? `${start.after.value} ${start.after.id} ${start.after.total}` : '';
  return `${appId} ${order.by} ${order.direction} ${archived} ${take} ${after}`;
}

type AskedRow = ListRow & { asked: number; total?: bigint };

/** The answers in the order of the requests, which have an order in common and all begin in the same way. */
async function readPages(
  database: Pick<Database, 'rows'>,
  statement: string,
  requests: readonly ListRequest[],
): Promise<ListResult[]> {
  const positions = requests.flatMap(({ order, start }) =>
    'after' in start ? [{ value: sortValue(order, start.after.value), id: start.after.id }] : [],
  );
  const values: unknown[][] = [requests.map(({ appId }) => appId), requests.map(({ take }) => take)];
  if (positions.length > 0)
    values.push(
      positions.map(({ value }) => value),
      positions.map(({ id }) => id),
    );
  const rows = await database.rows<AskedRow>(statement, values);
  const byRequest = Map.groupBy(rows, ({ asked }) => asked);
  return requests.map(({ start }, index) => {
    const own = byRequest.get(index + 1) ?? [];
    return { rows: own, total: 'after' in start ? start.after.total : Number(own[0]?.total ?? 0) };
  });
}

const sortValue = ({ by }: ListOrder, value: bigint): string =>
  by === 'priceFen' ? String(value) : new Date(Number(value)).toISOString();
