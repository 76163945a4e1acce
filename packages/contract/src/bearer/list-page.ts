import { z } from 'zod';

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
