import type { Prisma } from '#prisma';

/** Its statements become visible together. */
export type Transaction = Prisma.TransactionClient;
