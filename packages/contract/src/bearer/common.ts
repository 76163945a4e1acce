import { z } from 'zod';
import { fieldError, issueError, Timestamp } from '../fields.ts';
import { exampleId, ID_PREFIXES, type IdKind, idPattern } from '../ids.ts';
import { AMOUNTS } from '../limits.ts';
import { isWholeFen } from '../money.ts';

/**
 * An id in a path or an answer. A path takes any text: a malformed id is `not_found`.
 *
 * @param noun - what it is the id of, as "the supplier".
 */
export const idField = (kind: IdKind, noun: string) =>
  z.string(fieldError).meta({
    description: `Id of ${noun}: \`${ID_PREFIXES[kind]}\` and 32 lower-case hex digits.`,
    pattern: idPattern(kind).source,
    example: exampleId(kind),
  });

/** An id in a body: text of another form is refused by its field. */
export const idInBody = (kind: IdKind, noun: string) =>
  idField(kind, noun).regex(idPattern(kind), issueError({ rule: 'id' }));

/** An amount in yuan in a request, with at most 2 decimals. */
export function yuanField({ min, max }: { min: number; max: number }, description: string, example: number) {
  return z
    .number(fieldError)
    .refine(
      (value) => value >= min && value <= max && isWholeFen(value),
      issueError({ rule: 'money', min, max }),
    )
    .meta({
      description: `${description}, in yuan, at most 2 decimals.`,
      minimum: min,
      maximum: max,
      example,
    });
}

/** The largest amount of an approval limit, a contract or a report. */
export const MAX_YUAN = AMOUNTS.totalMax;

/** An amount in yuan in an answer. */
export const Yuan = (description: string, example: number) =>
  z.number().meta({ description: `${description}, in yuan, from 0.`, minimum: 0, example });

/** A point in time in an answer. @param description - a sentence. */
export const When = (description: string) =>
  Timestamp.meta({ description: `${description} ISO 8601, UTC, milliseconds.` });

/** Counts the changes of a resource, from 1; `ETag` carries it. */
export const ResourceVersion = z
  .number()
  .int()
  .meta({ description: 'Counts the changes, from 1; `ETag` carries it.', minimum: 1, example: 1 });

/** A page of a list. @param title - of the schema, as `SupplierPage`. */
export function listPage<T extends z.ZodType>(title: string, item: T) {
  return z
    .object({
      items: z.array(item).meta({ description: 'The items of this page.', example: [] }),
      total: z.number().int().meta({ description: 'Matches on all pages.', example: 1 }),
      page: z.number().int().meta({ description: 'Number of this page, from 1.', example: 1 }),
      pageSize: z.number().int().meta({ description: 'Items a page, at most.', example: 20 }),
      totalPages: z.number().int().meta({ description: 'Number of pages.', example: 1 }),
      nextCursor: z
        .string()
        .nullable()
        .meta({ description: 'Send it as `cursor` for the next page; null on the last one.', example: null }),
    })
    .meta({ title, description: 'One page of a list.' });
}

/** Request headers of a route that changes a resource. */
export const ifMatchHeader = { 'if-match': z.string().optional() };
/** Request headers of a route that creates a resource. */
export const idempotencyHeader = { 'idempotency-key': z.string().optional() };
