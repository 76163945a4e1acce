import { z } from 'zod';
import { fieldError } from '../fields.ts';
import {
  fieldsParameter,
  filterParameters,
  type ListDefinition,
  pageParameters,
  sortParameters,
  spanParameters,
} from '../lists/list-definition.ts';

/** The query of a list, validated. */
export type ListQuery = Readonly<Record<string, string | undefined>>;

type ListParameters = Record<string, z.ZodOptional<z.ZodType<string>>>;

/**
 * The parameters of a list of the bearer side: page, span of `createdAt`, sort, fields, filters.
 *
 * @param title - of the schema, as `ListSuppliersQuery`.
 * @param more - the parameters of this list alone.
 */
export function listQuery(title: string, definition: ListDefinition, more: ListParameters = {}) {
  const parameters: ListParameters = {
    ...more,
    ...pageParameters,
    ...spanParameters(definition.plural),
    ...sortParameters(definition),
    fields: fieldsParameter(definition),
    ...filterParameters(definition),
  };
  return z.strictObject(parameters, fieldError).meta({
    title,
    description: 'Filters, order and page of a list.',
  });
}
