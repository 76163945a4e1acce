import { isLabelCondition, type ListOrder, type ListRequest } from '@procurement-intents/domain';
import { isQueryCanceled } from '../../postgres/database-errors.ts';
import type { Database } from '../../postgres/database.ts';
import { createPageBatcher } from './list-page-batcher.ts';
import { LIST_COLUMNS, type ListResult, type ListRow } from './list-rows.ts';
import { ARCHIVED } from './sql-conditions.ts';

/**
 * Labelled intents that a statement looks at for a page. Those of a project or a day are fewer; to count and look up so many
 * takes Postgres some 5 ms.
 */
export const MAX_LABELLED = 2000;
// Pages of one statement, so that a batch keeps its connection for some 20 ms at most.
const MAX_PAGES = 4;

const DIRECTIONS = ['desc', 'asc'] as const satisfies readonly ListOrder['direction'][];

/** In which direction the pages of a statement go, and whether they begin behind a cursor. */
interface PageKind {
  direction: ListOrder['direction'];
  isAfter: boolean;
}

/** Each page that is asked for, with the total; null for one of a label that more intents have. */
function makeStatement({ direction, isAfter }: PageKind): string {
  const sign = direction === 'desc' ? '<' : '>';
  const after = isAfter ? `AND ("createdAt", "id") ${sign} (asked."at", asked."id")` : '';
  const inOrder = (table: string): string =>
    `ORDER BY ${table}"createdAt" ${direction}, ${table}"id" ${direction}`;
  const labelled = `(SELECT "createdAt", "id" FROM "intent_labels"
    WHERE "appId" = asked."appId" AND "key" = asked."key" AND "value" = asked."value" ${after}
    ${inOrder('')} LIMIT ${MAX_LABELLED + 1}) AS labelled`;
  // The index of labels has archived intents, too: those that a list has are looked up by id. With the App beside it, a plan that
  // was made while all was small would read all of the App's.
  const isListed = `"id" = labelled."id" AND ${ARCHIVED.false.sql}`;
  return `SELECT asked."n"::int AS "asked", counted."total", page.*
    FROM unnest($1::text[], $2::int[], $3::text[], $4::text[]${isAfter ? ', $5::timestamptz[], $6::text[]' : ''})
      WITH ORDINALITY AS asked("appId", "take", "key", "value"${isAfter ? ', "at", "id"' : ''}, "n")
    CROSS JOIN LATERAL (SELECT count(*) AS "labels" FROM ${labelled}) AS met
    CROSS JOIN LATERAL (SELECT CASE WHEN met."labels" > ${MAX_LABELLED} THEN NULL
      WHEN (SELECT true FROM "intent_counts" WHERE "appId" = asked."appId" AND "isArchived" LIMIT 1) IS NULL
      THEN met."labels"
      ELSE (SELECT count(*) FROM ${labelled} WHERE (SELECT true FROM "intents" WHERE ${isListed})) END AS "total") AS counted
    LEFT JOIN LATERAL (SELECT listed.*, labelled."createdAt" AS "at" FROM ${labelled}
      CROSS JOIN LATERAL (SELECT ${LIST_COLUMNS.item} FROM "intents" WHERE ${isListed} OFFSET 0) AS listed
      WHERE counted."total" IS NOT NULL ${inOrder('labelled.')} LIMIT asked."take") AS page ON true
    ORDER BY asked."n", page."at" ${direction}, page."id" ${direction}`;
}

const statementKey = ({ direction, isAfter }: PageKind): string =>
  `label_${direction}${isAfter ? '_after' : ''}`;

/** The statements, by the names that they are prepared under. */
export const LABEL_STATEMENTS: ReadonlyMap<string, string> = new Map(
  DIRECTIONS.flatMap((direction) => [false, true].map((isAfter) => ({ direction, isAfter }))).map((kind) => [
    statementKey(kind),
    makeStatement(kind),
  ]),
);

/** What a page of one label is asked by. */
interface LabelPage {
  appId: string;
  key: string;
  value: string;
  direction: ListOrder['direction'];
  take: number;
  /** The last row of the page before. */
  after: { at: string; id: string } | null;
}

/**
 * The page of one value of one label, newest or oldest first, that the list asks for; null for any other list. An index leads
 * to it, as to a page without a filter.
 */
export function labelPageOf({
  appId,
  conditions,
  order,
  start,
  detail,
  archived,
  take,
}: ListRequest): LabelPage | null {
  const [condition, ...others] = conditions;
  if (condition === undefined || !isLabelCondition(condition) || others.length > 0) return null;
  const [value, ...more] = condition.oneOf;
  if (value === undefined || more.length > 0) return null;
  if (order.by !== 'createdAt' || detail !== 'item' || archived !== 'false') return null;
  const { label: key } = condition;
  const page = { appId, key, value, direction: order.direction, take };
  if ('skip' in start) return start.skip === 0 ? { ...page, after: null } : null;
  const { value: ms, id } = start.after;
  return { ...page, after: { at: new Date(Number(ms)).toISOString(), id } };
}

type AskedRow = ListRow & { asked: number; total: bigint | null };

/**
 * Reads pages of one label; null when more than {@link MAX_LABELLED} intents have it, or the database takes too long. Of a page
 * behind a cursor, the total is what is left.
 *
 * @param database - with `PAGE_CONNECTIONS`.
 */
export function createLabelPageReader(
  database: Pick<Database, 'rows'>,
): (page: LabelPage) => Promise<ListResult | null> {
  const read = createPageBatcher({
    maxItems: MAX_PAGES,
    // The other connection is left to pages without a filter.
    maxInFlight: 1,
    statementOf: ({ direction, after }: LabelPage) =>
      LABEL_STATEMENTS.get(statementKey({ direction, isAfter: after !== null })) ?? '',
    keyOf: (page) => JSON.stringify(page),
    read: (statement, pages) => readPages(database, statement, pages),
  });
  return (page) =>
    read(page).catch((error: unknown) => {
      // Where so many rows lie on a slow disk, the list waits for its App's turn, as any other.
      if (isQueryCanceled(error)) return null;
      throw error;
    });
}

async function readPages(
  database: Pick<Database, 'rows'>,
  statement: string,
  pages: readonly LabelPage[],
): Promise<(ListResult | null)[]> {
  const positions = pages.flatMap(({ after }) => after ?? []);
  const rows = await database.rows<AskedRow>(statement, [
    pages.map(({ appId }) => appId),
    pages.map(({ take }) => take),
    pages.map(({ key }) => key),
    pages.map(({ value }) => value),
    ...(positions.length > 0 ? [positions.map(({ at }) => at), positions.map(({ id }) => id)] : []),
  ]);
  const byPage = Map.groupBy(rows, ({ asked }) => asked);
  return pages.map((_, index) => {
    // One row without an intent stands for a page that has none.
    const own = byPage.get(index + 1) ?? [];
    const total = own[0]?.total ?? null;
    return total === null ? null : { rows: own.filter(({ id }) => id !== null), total: Number(total) };
  });
}
