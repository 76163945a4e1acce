import { beforeAll, expect, it } from 'vitest';
import { buildDocument, type OpenApiDocument } from './openapi.ts';
import type { JsonSchema } from '../json-schema.ts';

type Node = Record<string, unknown>;
/** A field, parameter or header, with what the document says about it. */
interface Field {
  place: string;
  schema: JsonSchema;
  description: string;
  examples: unknown[];
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

let fields: Field[];
beforeAll(async () => {
  fields = listFields(await buildDocument());
});

const at = (document: OpenApiDocument, ref: string): Node =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Node)[key], document) as Node;

/** Every property, parameter and header of the document. */
function listFields(document: OpenApiDocument): Field[] {
  const found: Field[] = [];
  const add = (place: string, holder: Node, schema: JsonSchema): void => {
    const known = (schema.$ref ? at(document, schema.$ref) : schema) as JsonSchema;
    found.push({
      place,
      schema: known,
      description: (holder['description'] as string | undefined) ?? known.description ?? '',
      examples: [...(known.examples ?? []), ...('example' in holder ? [holder['example']] : [])],
    });
  };
  const visit = (node: Node, place: string): void => {
    // Examples are data: they may look like a schema but are none.
    for (const [key, child] of Object.entries(node)) {
      if (!isNode(child) || ['example', 'examples', 'x-codeSamples'].includes(key)) continue;
      if (key === 'properties') {
        for (const [name, schema] of Object.entries(child)) add(`${place}.${name}`, {}, schema as JsonSchema);
      }
      visit(child, `${place}/${key}`);
    }
    if ('schema' in node && ('in' in node || /\/headers\/[^/]+$/.test(place))) {
      add(`${place} ${(node['name'] as string | undefined) ?? ''}`, node, node['schema'] as JsonSchema);
    }
  };
  visit({ ...document }, '#');
  return found;
}

const places = (list: Field[]): string[] => list.map(({ place, description }) => `${place}: ${description}`);
const isFixed = ({ enum: words, const: word }: JsonSchema): boolean =>
  words !== undefined || word !== undefined;

it('finds fields of bodies and answers, parameters and headers', () => {
  const all = fields.map(({ place }) => place);
  expect(all.length).toBeGreaterThan(200);
  expect(all).toEqual(
    expect.arrayContaining([
      '#/components/schemas/CreateIntentBody.price',
      '#/components/schemas/FieldErrors/properties/errors/items.field',
      '#/components/headers/Retry-After ',
      '#/components/parameters/IfMatch If-Match',
      '#/paths//api/v1/intents/get/parameters/0 page',
    ]),
  );
});

it('describes every one of them', () => {
  expect(places(fields.filter(({ description }) => description.length < 5))).toEqual([]);
});

it('shows an example of each that is not an object', () => {
  expect(
    places(fields.filter(({ schema, examples }) => !schema.properties && examples.length === 0)),
  ).toEqual([]);
});

it('states the unit and the bounds of every number', () => {
  const numbers = fields.filter(({ schema }) => ['number', 'integer'].includes(String(schema.type)));
  const free = numbers.filter(({ schema }) => !isFixed(schema));
  expect(free.length).toBeGreaterThan(20);
  const unit =
    /yuan|pieces|`quantity`|seconds?\b|days\b|items?\b|pages?\b|records|version|changes|calls|orders|intents|requests|Apps|events|characters/i;
  expect(places(free.filter(({ description }) => !unit.test(description)))).toEqual([]);
  expect(places(free.filter(({ schema }) => schema.minimum === undefined))).toEqual([]);
});

it('repeats the bounds of a number in its description, which every viewer shows', () => {
  const bounded = fields.filter(
    ({ schema, place }) => schema.minimum !== undefined && place.includes('schemas/'),
  );
  const isSilent = ({ schema, description }: Field): boolean =>
    ![schema.minimum, schema.maximum].every(
      (bound) => bound === undefined || description.includes(String(bound)),
    );
  expect(places(bounded.filter(isSilent))).toEqual([]);
});

it('states the form or length of every text, or that it is only for display', () => {
  const texts = fields.filter(({ schema }) => [schema.type].flat().includes('string') && !isFixed(schema));
  const form =
    /characters|hex digits|\d digits|ISO 8601|separated by commas|to show, not to compare|fixed text|Opaque text|a dot\b|dotted path|1 to 128 letters|double quotes/i;
  const isOpen = ({ schema, description }: Field): boolean =>
    schema.pattern === undefined && !form.test(description);
  expect(places(texts.filter(isOpen))).toEqual([]);
});
