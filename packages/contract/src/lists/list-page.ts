import { z } from 'zod';
import { LIMITS } from '../limits.ts';

const Count = (description: string, example: number) => z.number().int().meta({ description, example });

/**
 * A page of a list.
 *
 * @param title - of the schema, as `SupplierPage`.
 * @param plural - what is listed.
 */
export function listPage<T extends z.ZodType>(title: string, item: T, plural = 'items') {
  return z
    .object({
      items: z.array(item).meta({ description: `The ${plural} of this page, possibly none.`, example: [] }),
      total: Count('Number of matching records on all pages.', 1),
      page: Count('Number of this page, from 1.', 1),
      pageSize: Count(
        `Maximum number of items on a page, 1 to ${LIMITS.pageSizeMax}.`,
        LIMITS.pageSizeDefault,
      ),
      totalPages: Count('Number of pages; 0 when nothing matches.', 1),
      nextCursor: z.string().nullable().meta({
        description: 'Value of `cursor` for the next page; null on the last page.',
        example: null,
      }),
    })
    .meta({ title, description: `One page of ${plural}.` });
}
