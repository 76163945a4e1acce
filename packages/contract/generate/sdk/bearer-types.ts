import {
  BEARER_ERROR_CODES,
  BEARER_ERRORS,
  type BearerErrorCode,
  type BearerErrorRow,
} from '../../src/bearer/errors.ts';
import { COMMON_BEARER_ERRORS, CREDENTIAL_ERRORS } from '../../src/bearer/metadata.ts';
import type { ListDefinition } from '../../src/lists/list-definition.ts';
import { bearerResources, type BearerMethod, type BearerResource } from './bearer-methods.ts';
import { BEARER_VALUES } from './bearer-values.ts';
import {
  type Interfaces,
  NAMED_VALUES,
  renderNamedValues,
  toJson,
  typeOf,
  withoutDeclared,
} from './interfaces.ts';
import { docComment, exportOf, GENERATED, importOf, layOut, layOutUnion, pad, quote } from './source.ts';
import { signedInterfaces } from './types.ts';

const SHARED: readonly BearerErrorCode[] = [
  ...COMMON_BEARER_ERRORS,
  ...CREDENTIAL_ERRORS,
  'insufficient_scope',
  'unsupported_media_type',
];

const resourceType = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}Resource`;

/** The type of a list's `fields` when the caller names none. */
function defaultFields(item: string, { fields, itemFields }: ListDefinition): string {
  if (itemFields.length === fields.length) return `readonly (keyof ${item})[]`;
  return layOut('readonly (', itemFields.map(quote).join(' | '), ')[]', 0);
}

/** The resource that a list shows whole. */
function listedType(each: BearerMethod, all: readonly BearerMethod[], interfaces: Interfaces): string {
  const whole = all.find(({ name, result }) => name === 'get' && result)?.result;
  return whole
    ? typeOf(toJson(whole, 'output'), interfaces)
    : `${typeOfResult(each, interfaces)}['items'][number]`;
}

function typeOfResult({ result, input }: BearerMethod, interfaces: Interfaces): string {
  if (input === 'lines' || input === 'csv-lines') return 'StreamedAnswer';
  return result ? typeOf(toJson(result, 'output'), interfaces) : 'void';
}

function exampleOf(resource: string, { name, ids, input }: BearerMethod): string {
  const args = [...ids, ...(input === 'body' ? ['body'] : [])];
  const call = `client.${resource}.${name}(${args.join(', ')})`;
  return input === 'list' ? `for await (const each of ${call}) console.log(each);` : `await ${call};`;
}

function renderDoc(resource: string, each: BearerMethod): string {
  const own = each.errors.filter((code) => !SHARED.includes(code)).map((code) => `\`${code}\``);
  const lines = [
    docLines(`${each.summary}. ${each.description}`),
    ' *',
    ` * @example ${exampleOf(resource, each)}`,
    ...(own.length > 0 ? [docLines(`@throws BearerError ${own.join(', ')}.`)] : []),
  ];
  return ['/**', ...lines.flatMap((line) => line.split('\n')), ' */'].map((line) => `  ${line}`).join('\n');
}

/** The lines of a comment inside an interface, without its ends. */
function docLines(text: string): string {
  const comment = docComment(text, 2).split('\n');
  const lines = comment.length === 1 ? [` * ${text}`] : comment.slice(1, -1).map((line) => line.slice(2));
  return lines.join('\n');
}

function renderMethod(each: BearerMethod, resource: BearerResource, interfaces: Interfaces): string {
  const ids = each.ids.map((id) => `${id}: string`);
  const doc = renderDoc(resource.name, each);
  if (each.list) {
    const query = typeOf(toJson(each.query ?? neverSchema(each), 'input'), interfaces);
    const item = listedType(each, resource.methods, interfaces);
    const head = `  ${each.name}<\n    const Fields extends FieldsOf<${item}> = ${defaultFields(item, each.list)},\n  >`;
    return `${doc}\n${head}(\n    query?: QueryOf<${query}, Fields>,\n    options?: CallOptions,\n  ): ResourceList<${item}, Fields>;`;
  }
  const given = (schema: BearerMethod['body']): string => (schema?.safeParse({}).success === true ? '?' : '');
  // A change of nothing is a mistake; a note is not needed.
  const isNeeded = each.method === 'PATCH';
  const body = each.body
    ? [`body${isNeeded ? '' : given(each.body)}: ${typeOf(toJson(each.body, 'input'), interfaces)}`]
    : [];
  const query =
    each.query && !each.body
      ? [`query${given(each.query)}: ${typeOf(toJson(each.query, 'input'), interfaces)}`]
      : [];
  const result = `ResponsePromise<${typeOfResult(each, interfaces)}>`;
  const parameters = [...ids, ...body, ...query, `options?: ${each.options}`];
  return `${doc}\n  ${layOut(each.name, { open: '(', close: ')', items: parameters }, `: ${result};`, 2)}`;
}

function neverSchema({ operation }: BearerMethod): never {
  throw new Error(`${operation} is a list without a query.`);
}

function renderOperation({ name }: BearerResource, each: BearerMethod): string {
  const own = each.errors.filter((code) => !SHARED.includes(code)).map(quote);
  return `  ${layOutUnion(`${quote(`${name}.${each.name}`)}:`, ['SharedErrorCode', ...own], 2)}`;
}

function renderError(code: BearerErrorCode, interfaces: Interfaces): string {
  const { en, status, retry, extras }: BearerErrorRow = BEARER_ERRORS[code];
  const data = Object.entries(extras).map(([name, schema]) => {
    const isOptional = schema.safeParse(undefined).success;
    return `${name}${isOptional ? '?' : ''}: ${typeOf(toJson(schema, 'output'), interfaces)}${isOptional ? ' | undefined' : ''}`;
  });
  const members = `status: ${status}; retry: ${quote(retry)}; data: ${data.length > 0 ? `{ ${data.join('; ')} }` : 'object'}`;
  return [docComment(`${en}.`, 2), `  ${layOut(`${code}: `, `{ ${members} }`, ';', 2)}`].join('\n');
}

/** The contents of the SDK's `generated/bearer-types.ts` and `generated/bearer-resources.ts`, by name. */
export function renderBearerTypes(): Record<'types' | 'resources', string> {
  const interfaces: Interfaces = new Map();
  const resources = bearerResources();
  const clients = resources.map((resource) => {
    const methods = resource.methods.map((each) => renderMethod(each, resource, interfaces));
    return `export interface ${resourceType(resource.name)} {\n${methods.join('\n\n')}\n}`;
  });
  const operations = resources.flatMap((resource) =>
    resource.methods.map((each) => renderOperation(resource, each)),
  );
  const errors = BEARER_ERROR_CODES.map((code) => renderError(code, interfaces));
  const { own, shared } = withoutDeclared(interfaces, signedInterfaces());
  const types = [
    ...renderNamedValues(BEARER_VALUES),
    ...own.values(),
    `${docComment('Errors that every operation can return.', 0)}
${layOutUnion('export type SharedErrorCode =', SHARED.map(quote), 0)}`,
    `${docComment('Every operation, and the errors that it can return.', 0)}
export interface BearerOperations {\n${operations.join('\n')}\n}`,
    `${docComment('Every error, by its code.', 0)}
export interface BearerErrorsByCode {\n${errors.join('\n')}\n}`,
  ].join('\n\n');
  const methods = [
    ...clients,
    `${docComment('Every resource of the service.', 0)}
export interface BearerResources {\n${resources.map(({ name }) => `${pad(2)}readonly ${name}: ${resourceType(name)};`).join('\n')}\n}`,
  ].join('\n\n');
  const named = [...interfaces.keys(), ...Object.keys(BEARER_VALUES)];
  const imports = importOf(types, [...Object.keys(NAMED_VALUES), ...shared], 'types');
  return {
    types: `${[GENERATED, ...imports, exportOf(shared, 'types'), types].join('\n\n')}\n`,
    resources: `${[GENERATED, [...METHOD_IMPORTS, ...importOf(methods, named, 'bearer-types')].join('\n'), methods].join('\n\n')}\n`,
  };
}

const METHOD_IMPORTS = [
  `import type { CallOptions, ChangeOptions, CreateOptions } from '../bearer/call-options.ts';`,
  `import type { FieldsOf, QueryOf, ResourceList } from '../bearer/resource-list.ts';`,
  `import type { ResponsePromise } from '../http/request.ts';`,
  `import type { FetchResponse as StreamedAnswer } from '../runtime-types.ts';`,
];
