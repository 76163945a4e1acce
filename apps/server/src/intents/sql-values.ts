import { Prisma } from '#prisma';

// Postgres does not turn a text parameter into an enum by itself.
const ENUM_CASTS: Record<string, string> = { status: '::"IntentStatus"', platform: '::"Platform"' };

export const column = (name: string): Prisma.Sql => Prisma.raw(`"${name}"`);

/** A parameter to be compared with or written to the column `name`. */
export const valueOf = (name: string, bound: unknown): Prisma.Sql =>
  ENUM_CASTS[name] ? Prisma.sql`${bound}${Prisma.raw(ENUM_CASTS[name])}` : Prisma.sql`${bound}`;
