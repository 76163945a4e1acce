import { z } from 'zod';
import { EXAMPLE_INTENT_ID } from '../examples.ts';
import { fieldError, INTENT_ID_PATTERN, issueError } from '../fields.ts';
import { DEFENCES, LIMITS } from '../limits.ts';
import { listOf } from '../lists/list-definition.ts';
import { type LabelParameters, withLabelFilters } from './label-filters.ts';
import { FIELD_FILTERS, INTENT_FILTERS } from './list-query.ts';
import { LIST_FIELDS } from './schemas.ts';

/** The media type of an export. */
export const NDJSON_TYPE = 'application/x-ndjson';

/** Where an export goes on: `createdAt` and `id` of a line. */
const AFTER_PATTERN = new RegExp(
  `^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z,${INTENT_ID_PATTERN.source.slice(1, -1)}$`,
);
const isAfter = (text: string): boolean =>
  AFTER_PATTERN.test(text) && new Date(text.slice(0, 24)).getTime() === Date.parse(text.slice(0, 24));

/**
 * The parameters of an export beside its filters.
 *
 * @param allButThese - fields that come only when they are chosen, as text; none by default.
 */
export const exportParameters = (fields: readonly string[], allButThese = '') => ({
  fields: listOf(z.enum(fields, fieldError))
    .optional()
    .meta({
      description: `Which fields the lines have, separated by commas: of ${fields.join(', ')}. \`id\` and \`createdAt\` always come. Default: all${allButThese && ` but ${allButThese}`}.`,
      example: 'id,status',
    }),
  after: z
    .string(fieldError)
    .refine(isAfter, issueError({ rule: 'after' }))
    .optional()
    .meta({
      description:
        'Go on behind this line of an export that was cut: its `createdAt` and `id` with a comma between them, 61 characters. The intent need not exist any more.',
      example: `2026-11-21T08:30:00.000Z,${EXAMPLE_INTENT_ID}`,
    }),
});

const EXPORT_PARAMETERS = {
  ...INTENT_FILTERS,
  ...FIELD_FILTERS,
  ...exportParameters(LIST_FIELDS, '`idempotencyKey`'),
};

/** Parameters of an export: the filters of the list. */
export const ExportIntentsQuery = withLabelFilters(EXPORT_PARAMETERS, {
  title: 'ExportIntentsQuery',
  description: 'Filters and fields of an export, and where it begins.',
});

/** The last line of a whole export. */
export const ExportEnd = z
  .object({ end: z.object({ count: z.number().int().min(0) }) })
  .meta({ title: 'ExportEnd', description: 'The last line: how many lines came before it.' });

export type ExportIntentsInput = z.infer<z.ZodObject<typeof EXPORT_PARAMETERS>> & LabelParameters;

/** What an export is. @param what - "All intents of …"; `who` - has {@link DEFENCES.exports} at once. */
export const describeExport = (what: string, who: string): string =>
  `${what} as NDJSON: one a line, oldest first by \`createdAt\` and \`id\`, the phone masked. The end is fixed when the call begins; each intent that existed then and still does comes once, as it is when its page of ${LIMITS.exportPage} is read. The last line is \`{"end":{"count":…}}\`: without it the export was cut, and goes on with \`after\`. A receiver that takes nothing for ${LIMITS.exportIdleMs / 1000} s is cut; the whole lasts ${LIMITS.exportMs / 60_000} minutes at most, and ${who} has ${DEFENCES.exports} at once in a process. \`Accept-Encoding: gzip\` compresses.`;
