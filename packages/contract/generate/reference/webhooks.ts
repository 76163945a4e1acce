import type { EventRow } from '../../src/intents/event-row.ts';
import { EVENTS } from '../../src/intents/events.ts';
import type { JsonSchema } from '../json-schema.ts';
import { anchor, code, page, table } from '../markdown.ts';
import { WEBHOOK_PARAMETERS, WEBHOOK_TYPES, webhookSchemas, webhooksSection } from '../openapi/webhooks.ts';

const nameIn = (ref: string): string => ref.split('/').at(-1) ?? '';

function typeCell({ $ref, anyOf, enum: values, type, pattern }: JsonSchema): string {
  if ($ref) return `[${nameIn($ref)}](#${anchor(nameIn($ref))})`;
  if (anyOf) return anyOf.map(typeCell).join(' or ');
  // The types of events have a table of their own.
  if (values)
    return values.length > 9 ? '[a type](#types)' : values.map((value) => code(String(value))).join(', ');
  const name = [type ?? 'any'].flat().join(' or ');
  return pattern === undefined ? name : `${name}; ${code(pattern)}`;
}

function schemaBlocks(schemas: Record<string, JsonSchema>, name: string): string[] {
  const { description = '', properties = {}, required = [] } = schemas[name] ?? {};
  const rows = Object.entries(properties).map(([field, schema]) => [
    code(field),
    required.includes(field) ? 'always' : 'sometimes',
    typeCell(schema),
    schema.description ?? schemas[nameIn(schema.$ref ?? '')]?.description ?? '',
  ]);
  return [`## ${name}`, description, table(['Field', 'Present', 'Type', 'Meaning'], rows)];
}

function typeRow(type: (typeof WEBHOOK_TYPES)[number]): string[] {
  const { en, to, detail }: EventRow = EVENTS[type];
  const shown = detail && !detail.isPersonal ? detail.holds : '-';
  return [code(type), en, to ? code(to) : 'unchanged', shown];
}

/** The page of what a webhook holds. */
export async function webhooksPage(): Promise<string> {
  const schemas = await webhookSchemas();
  const { examples } =
    webhooksSection()['intent.completed']?.post.requestBody.content['application/json'] ?? {};
  return page(
    'Webhooks',
    'What the service posts to the endpoints of an App. [Receive webhooks](../guides/receive-webhooks.md) says how to verify it, when it is sent again, and what to drop.',
    '## Headers',
    table(
      ['Header', 'Form', 'Meaning'],
      Object.values(WEBHOOK_PARAMETERS).map(({ name, schema, description }) => [
        code(name),
        code(schema.pattern),
        description,
      ]),
    ),
    '## Types',
    'A later version may add types: ignore those that you do not know.',
    table(['type', 'What happened', 'Status', '`detail`'], WEBHOOK_TYPES.map(typeRow)),
    '## Bodies',
    ...Object.values(examples ?? {}).flatMap(({ summary, value }) => [
      `${summary}:`,
      `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``,
    ]),
    // The inner ones come first.
    ...Object.keys(schemas)
      .toReversed()
      .flatMap((name) => schemaBlocks(schemas, name)),
  );
}
