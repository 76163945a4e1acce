import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addPerson, type BearerAnswer, expectBearerError, parseAnswer, PASSWORD } from '../support/bearer.ts';
import { rawRequest, requestBytes } from '../support/raw-request.ts';
import { service, useService } from '../support/use-service.ts';
import {
  BEARER_OPERATIONS,
  type BearerOperation,
  expectPromised,
  pathOf,
  routeOf,
  sampleBody,
  takesBody,
} from './bearer-operations.ts';
import {
  addAdministrators,
  type Caller,
  CREATE_BODIES,
  isCreation,
  resourceFor,
  sessionFor,
} from './bearer-resources.ts';

/** What differs from a valid call on a resource that exists. */
interface Odd {
  /** In place of the last id of the path. */
  lastId?: string;
  query?: string;
  /** Text, or a value to send as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

let admin: Caller;

useService();
beforeAll(async () => {
  admin = await addAdministrators(service);
});

async function loginBody(): Promise<object> {
  const { username } = await addPerson(service, []);
  return { username, password: PASSWORD };
}

const validBody = async (operation: BearerOperation): Promise<object | undefined> => {
  if (operation === 'login') return loginBody();
  if (isCreation(operation)) return CREATE_BODIES[operation](admin);
  return takesBody(operation) ? sampleBody(operation) : undefined;
};

const asText = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

/** Over a bare connection: a client library sends no body with GET. */
async function ask(
  operation: BearerOperation,
  { ids = [], lastId, query = '', body, headers = {} }: Odd & { ids?: readonly string[] },
  method = routeOf(operation).method,
): Promise<BearerAnswer> {
  await service.syncClock();
  const path = pathOf(operation, lastId === undefined ? ids : [...ids.slice(0, -1), lastId]);
  const line = `${method} ${path}${query} HTTP/1.1`;
  const sent = {
    Authorization: `Bearer ${admin.key}`,
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...headers,
  };
  const bytes = requestBytes(line, sent, body === undefined ? '' : asText(body));
  const { status, text, headers: given } = await rawRequest(service.port, bytes);
  const got = new Headers(given);
  return { status, headers: got, body: parseAnswer(text, got) };
}

/** An id of the right form that nothing has. */
function unusedId(operation: BearerOperation): string {
  const { pathParams } = routeOf(operation);
  const [last] = Object.values(pathParams?.shape ?? {}).reverse();
  return ((last as z.ZodType | undefined)?.meta()?.example as string | undefined) ?? '';
}

/** Each field of the body with a value of another kind. */
function foreignFields(operation: BearerOperation): object {
  const { body } = routeOf(operation);
  if (!(body instanceof z.ZodObject)) return {};
  return Object.fromEntries(Object.keys(body.shape).map((name) => [name, { of: 'another kind' }]));
}

/** Calls that a caller gets wrong, one way each. */
const ODD_CALLS: Record<string, (operation: BearerOperation) => Odd> = {
  'a body that is no object': () => ({ body: '[]' }),
  'a body that is no JSON': () => ({ body: '{"name":' }),
  'a body with a lone surrogate': () => ({ body: '{"name":"\\ud800"}' }),
  'a body with a field twice': () => ({ body: '{"name":"a","name":"b"}' }),
  'a body where none is taken, or none where one is': (operation) => ({
    body: takesBody(operation) ? '' : '{}',
  }),
  'no field': () => ({ body: {} }),
  'an unknown field': (operation) => ({ body: { ...sampleBody(operation), unknown: 1 } }),
  'fields of other kinds': (operation) => ({ body: foreignFields(operation) }),
  'a body of another media type': () => ({ body: '{}', headers: { 'Content-Type': 'text/plain' } }),
  'an unknown parameter': () => ({ query: '?unknown=1' }),
  'a parameter of another form': () => ({ query: '?page=x&startDate=x&sortBy=x' }),
  'a parameter twice': () => ({ query: '?page=1&page=2' }),
  'a parameter that cannot be decoded': () => ({ query: '?cursor=%ff' }),
  'the id of nothing': (operation) => ({ lastId: unusedId(operation) }),
  'an id of another form': () => ({ lastId: 'x'.repeat(300) }),
  'an id that cannot be decoded': () => ({ lastId: '%ff' }),
  'an id with a zero byte': () => ({ lastId: '%00' }),
  'no credential': () => ({ headers: { Authorization: '' } }),
  'a credential of nobody': () => ({ headers: { Authorization: `Bearer ak_test_${'x'.repeat(43)}` } }),
  'a version of another form': () => ({ headers: { 'If-Match': 'x' } }),
  'an idempotency key of another form': () => ({ headers: { 'Idempotency-Key': 'x'.repeat(300) } }),
};

/** A new resource is in no state for these. */
const NOT_AT_FIRST = new Set<BearerOperation>([
  'cancelCompanyIntent',
  'archiveCompanyIntent',
  'terminateContract',
  'cancelOrder',
]);

describe('an operation under /v1 or /auth answers as its contract promises (B5)', () => {
  it.each(BEARER_OPERATIONS)('%s, to calls that are wrong in one way', async (operation) => {
    const ids = await resourceFor(operation, admin);
    const body = takesBody(operation) ? sampleBody(operation) : undefined;
    for (const [way, change] of Object.entries(ODD_CALLS)) {
      const answer = await ask(operation, { ids, body, ...change(operation) });
      expect.soft(answer.status, way).toBeLessThan(500);
      expectPromised(operation, answer, way);
    }
  });

  it.each(BEARER_OPERATIONS)('%s, to a valid call', async (operation) => {
    const ids = await resourceFor(operation, admin);
    const token =
      operation === 'logout' ? (await addPerson(service, [])).token : sessionFor(operation, admin);
    const answer = await ask(operation, {
      ids,
      body: await validBody(operation),
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(expectPromised(operation, answer)).toBe(NOT_AT_FIRST.has(operation) ? 'conflict' : null);
  });

  it.each(BEARER_OPERATIONS)('%s, to another method', async (operation) => {
    const answer = await ask(operation, { ids: ['x'] }, 'PUT');
    expectBearerError(answer, 'method_not_allowed');
  });
});
