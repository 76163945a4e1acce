import { bearerResources, type BearerMethod, type BearerResource } from './bearer-methods.ts';
import { docComment, GENERATED, layOut, list, literal, object } from './source.ts';

function renderMethod({ name, method, suffix, input, repeat }: BearerMethod): string {
  const cells = repeat ? [method, suffix, input, repeat] : input ? [method, suffix, input] : [method, suffix];
  return `    ${layOut(`${name}: `, list(cells.map(literal)), ',', 4)}`;
}

function renderResource({ name, methods }: BearerResource): string {
  return `  ${name}: {\n${methods.map(renderMethod).join('\n')}\n  },`;
}

const METHOD_ROW =
  "A method: its HTTP method, the path after the resource's, what it takes beside an id, and how it is repeated when it may have been carried out: under the same key, or not at all.";

/** The contents of the SDK's `generated/bearer-tables.ts`: the data that the client of the bearer scheme needs at run time. */
export function renderBearerTables(): string {
  const blocks = [
    GENERATED,
    layOut('import type ', object(['BearerResources']), ` from './bearer-resources.ts';`, 0),
    `${docComment(METHOD_ROW, 0)}
export type MethodRow = readonly [
  method: string,
  suffix: string,
  input?: 'body' | 'query' | 'list' | 'csv' | 'lines' | 'csv-lines' | null,
  repeat?: 'keyed' | 'once',
];`,
    `${docComment('The methods of every resource. The path of `apiKeys` is `/v1/api-keys`.', 0)}
export const RESOURCES: {
  readonly [R in keyof BearerResources]: { readonly [M in keyof BearerResources[R]]: MethodRow };
} = {\n${bearerResources().map(renderResource).join('\n')}\n};`,
  ];
  return `${blocks.join('\n\n')}\n`;
}
