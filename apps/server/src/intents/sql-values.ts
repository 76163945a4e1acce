import { Prisma } from '#prisma';

// Postgres does not turn a text parameter into an enum by itself.
const ENUM_CASTS: Record<string, string> = { status: '::"IntentStatus"', platform: '::"Platform"' };

export const column = (name: string): Prisma.Sql => Prisma.raw(`"${name}"`);

/** A parameter to be compared with or written to the column `name`. */
export const valueOf = (name: string, bound: unknown): Prisma.Sql =>
  ENUM_CASTS[name] ? Prisma.sql`${bound}${Prisma.raw(ENUM_CASTS[name])}` : Prisma.sql`${bound}`;

export const columns = (names: readonly string[]): Prisma.Sql => Prisma.join(names.map(column), ', ');

/** The columns of a row that arrives as JSON. */
export const typedColumns = (types: Readonly<Record<string, string>>): Prisma.Sql =>
  Prisma.raw(
    Object.entries(types)
      .map(([name, type]) => `"${name}" ${type}`)
      .join(', '),
  );

/** Named one by one: a prepared `*` fails on every connection after a migration has added a column. */
export const INTENT_COLUMNS = columns(Object.values(Prisma.IntentScalarFieldEnum));

/** The same of a table named `i`, as text. */
export const ROW_COLUMNS = Object.values(Prisma.IntentScalarFieldEnum)
  .map((name) => `i."${name}"`)
  .join(', ');
