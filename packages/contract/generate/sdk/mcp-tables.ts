import { z } from 'zod';
import { LIMITS } from '../../src/limits.ts';
import { CreateIntentBody } from '../../src/intents/schemas.ts';
import { INTENT_STATUSES } from '../../src/intents/lifecycle.ts';
import { docComment, GENERATED, layOut, list, literal, object, propertyName, type Source } from './source.ts';

type Json = Record<string, unknown>;

// What a model needs to fill in a field. The service checks the rest, and says which field is wrong; `format` and bounds of
// length are left out because a checker of schemas reads addresses and counts blanks otherwise than the service.
const SHOWN = ['type', 'enum', 'description', 'minimum', 'maximum', 'pattern', 'additionalProperties'];
const LABELS = 'Your own names and values for the intent, to find it by. Not for personal data.';

function fieldsOf(schema: z.ZodType): { properties: Record<string, Json>; required: string[] } {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return { properties: properties as Record<string, Json>, required };
}

const shown = (field: Json): Json =>
  Object.fromEntries(SHOWN.filter((key) => key in field).map((key) => [key, field[key]]));

/** The fields of a create but `draft`, which the tool sets. */
function draftFields() {
  const { properties, required } = fieldsOf(CreateIntentBody);
  const { draft: _, labels, ...fields } = properties;
  const rows = Object.entries(fields).map(([name, field]) => [name, shown(field)] as const);
  return {
    properties: {
      ...Object.fromEntries(rows),
      ...(labels && {
        labels: { type: 'object', additionalProperties: { type: 'string' }, description: LABELS },
      }),
    },
    required,
  };
}

function sourceOf(value: unknown): Source {
  if (Array.isArray(value)) return list(value.map(sourceOf));
  if (typeof value !== 'object' || value === null) return literal(value);
  return object(
    Object.entries(value).map(([key, each]) => {
      const source = sourceOf(each);
      const head = `${propertyName(key)}: `;
      return typeof source === 'string' ? head + source : { ...source, open: head + source.open };
    }),
  );
}

const renderConstant = (name: string, doc: string, value: unknown): string =>
  `${docComment(doc, 0)}\n${layOut(`export const ${name} = `, sourceOf(value), ' as const;', 0)}`;

/** The contents of the MCP server's `generated/tables.ts`: what its tools take. */
export function renderMcpTables(): string {
  const { pageSizeDefault, pageSizeMax, idempotencyKeyChars } = LIMITS;
  const blocks = [
    GENERATED,
    renderConstant('DRAFT_FIELDS', 'The fields of a draft, as a tool shows them.', draftFields()),
    renderConstant('STATUSES', 'Every status of an intent.', INTENT_STATUSES),
    renderConstant('LIMITS', 'Bounds of lists and keys.', {
      pageSizeDefault,
      pageSizeMax,
      idempotencyKeyChars,
    }),
  ];
  return `${blocks.join('\n\n')}\n`;
}
