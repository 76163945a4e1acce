import { z } from 'zod';

/**
 * The schemas of the errors of a route by their HTTP status. A status with several errors becomes a union, whose members
 * differ by code. An error that is named twice counts once.
 */
export function schemasByStatus<N extends string>(
  errors: readonly N[],
  statusOf: (error: N) => number,
  schemaOf: (error: N) => z.ZodType,
): Record<number, z.ZodType> {
  // No Map.groupBy, which Node 20 does not have: the service in memory runs there.
  const byStatus = new Map<number, z.ZodType[]>();
  for (const error of new Set(errors)) {
    const status = statusOf(error);
    byStatus.set(status, [...(byStatus.get(status) ?? []), schemaOf(error)]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, [first, ...others]]) => [
      status,
      others.length === 0 ? first : z.union([first, ...others] as [z.ZodType, z.ZodType]),
    ]),
  ) as Record<number, z.ZodType>;
}

/** `VALIDATION_FAILED` and `validation_failed` -> `ValidationFailed`, for the title of a schema. */
export const titleOf = (error: string): string =>
  error.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
