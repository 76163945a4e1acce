import { bearerResources, type BearerMethod, type BearerResource } from './bearer-methods.ts';
import { docComment, GENERATED, layOut, list, object, quote } from './source.ts';

function renderMethod({ name, method, suffix, input }: BearerMethod): string {
  const cells = [method, suffix, ...(input ? [input] : [])];
  return `    ${layOut(`${name}: `, list(cells.map(quote)), ',', 4)}`;
}

function renderResource({ name, methods }: BearerResource): string {
  return `  ${name}: {\n${methods.map(renderMethod).join('\n')}\n  },`;
}

/** The contents of the SDK's `generated/bearer-tables.ts`: the data that the client of the bearer scheme needs at run time. */
export function renderBearerTables(): string {
  const blocks = [
    GENERATED,
    layOut('import type ', object(['BearerResources']), ` from './bearer-resources.ts';`, 0),
    `${docComment("A method: its HTTP method, the path after the resource's, and what it takes beside an id.", 0)}
export type MethodRow = readonly [method: string, suffix: string, input?: 'body' | 'query' | 'list' | 'csv' | 'lines' | 'csv-lines'];`,
    `${docComment('The methods of every resource. The path of `apiKeys` is `/v1/api-keys`.', 0)}
export const RESOURCES: {
  readonly [R in keyof BearerResources]: { readonly [M in keyof BearerResources[R]]: MethodRow };
} = {\n${bearerResources().map(renderResource).join('\n')}\n};`,
  ];
  return `${blocks.join('\n\n')}\n`;
}
