import { z } from 'zod';
import { fieldError } from '../fields.ts';
import {
  directionParameters,
  fieldsParameter,
  filterParameters,
  type ListDefinition,
  pageParameters,
  spanParameters,
} from '../lists/list-definition.ts';

/** The query of a list, validated. */
export type ListQuery = Readonly<Record<string, string | undefined>>;

/**
 * The parameters of a list of the bearer side: page, span of `createdAt`, sort, fields, filters.
 *
 * @param title - of the schema, as `ListSuppliersQuery`.
 */
export function listQuery(title: string, definition: ListDefinition) {
  const [first = 'createdAt'] = definition.sorts;
  const parameters: Record<string, z.ZodOptional<z.ZodType<string>>> = {
    ...pageParameters,
    ...spanParameters(definition.plural),
    sortBy: z
      .enum(definition.sorts, fieldError)
      .optional()
      .meta({
        description: `What the list is sorted by; default \`${first}\`. Ties are broken by id.`,
        default: first,
        example: first,
      }),
    ...directionParameters,
    fields: fieldsParameter(definition),
    ...filterParameters(definition),
  };
  return z.strictObject(parameters, fieldError).meta({
    title,
    description: 'Filters, order and page of a list.',
  });
}
