import { checkOption } from '../check-options.ts';
import type { CommonOptions } from '../client-options.ts';
import type { BearerOperationId } from '../errors.ts';
import { RESOURCES, type MethodRow } from '../generated/bearer-tables.ts';
import type { BearerResources } from '../generated/bearer-resources.ts';
import { createKeyOf } from '../http/create-key.ts';
import type { Route } from '../http/scheme.ts';
import { readOptions } from '../http/read-options.ts';
import { request, type Call, type Transport } from '../http/request.ts';
import { createState } from '../http/shared-state.ts';
import { listIntents, type ListPage } from '../intent-list.ts';
import { createBearerScheme } from './bearer-scheme.ts';
import type { ChangeOptions, CreateOptions } from './call-options.ts';
import type { Credential, GetToken, IssuedCredential } from './credential.ts';
import { pathOf } from './path-of.ts';

/** Options of a client of the company's side of the service. */
export interface BearerClientOptions extends Omit<CommonOptions, 'appId'> {
  /** An API key, a function that returns a token, {@link clientCredentials} or {@link logIn}. */
  credential: Credential;
}

/**
 * A client of the company's side of the service: purchase requests, suppliers, contracts and administration. It gets and
 * renews tokens, keeps to the rate limit, and retries what is safe to retry. Make one for each credential: its calls
 * share the token and the limit. It holds no connection and needs no closing.
 *
 * @example
 * const client = createBearerClient({ baseUrl: 'https://procurement.example', credential: process.env.API_KEY });
 * for await (const { id, title } of client.purchaseRequests.list({ 'filter[status]': 'PENDING' })) console.log(id, title);
 * @throws TypeError when an option is missing or unusable, such as a `baseUrl` without https that is not loopback.
 */
export function createBearerClient(options: BearerClientOptions): BearerResources {
  const { credential } = options;
  checkOption(credential, 'credential');
  const isKey = typeof credential === 'string';
  const routes: Record<string, Route> = { ...(credential as Partial<IssuedCredential>).routes };
  const transport: Transport = {
    ...readOptions(options),
    // No timestamp is sent.
    shared: createState(Number),
    scheme: createBearerScheme(routes, (refused) => getToken(refused), !isKey),
  };
  const getToken: GetToken = isKey
    ? () => credential
    : typeof credential === 'function'
      ? credential
      : credential.connect(transport);
  const client: Record<string, Record<string, unknown>> = {};
  for (const [name, methods] of Object.entries(RESOURCES)) {
    client[name] = {};
    for (const [method, row] of Object.entries(methods as Record<string, MethodRow>)) {
      const operation = `${name}.${method}` as BearerOperationId;
      routes[operation] = [row[0], pathOf(name) + row[1], 'bearer'];
      client[name][method] = createMethod(transport, operation, row);
    }
  }
  return client as unknown as BearerResources;
}

type AnyOptions = CreateOptions & ChangeOptions;

/** A method that takes the ids of its path, then what `input` says, then options. */
function createMethod(
  transport: Transport,
  operation: BearerOperationId,
  [verb, suffix, input, repeat]: MethodRow,
) {
  return (...given: unknown[]) => {
    const ids = given.splice(0, suffix.split(':').length - 1) as string[];
    const values = input && (given.shift() ?? {});
    const { idempotencyKey, ...options } = (given[0] ?? {}) as AnyOptions;
    const call = {
      operation,
      id: ids.at(-1),
      ids,
      ...(repeat === 'keyed' && { createKey: createKeyOf(idempotencyKey) }),
      isRepeatable: repeat !== 'once',
      ...(input?.startsWith('csv') && { headers: { accept: 'text/csv' } }),
      isStreamed: input?.endsWith('lines') ?? false,
      // An attempt before has deleted it.
      recoverResult: ({ code }) => verb === 'DELETE' && code === 'not_found' && Promise.resolve(null),
      [input === 'body' ? input : 'query']: values,
    } as Call<ListPage<unknown> | null>;
    const first = request(transport, call, options);
    if (input !== 'list') return first;
    // A cursor includes its page number.
    const readAfter = (cursor: string) =>
      request(transport, { ...call, query: { ...values, cursor, page: undefined } }, options);
    return listIntents(first as Promise<ListPage<unknown>> as never, readAfter as never);
  };
}
