import { contract, type OperationId, ROUTES } from '@procurement-intents/contract';
import { ApiError, ValidationError } from '@procurement-intents/domain';
import { describe, expect, it } from 'vitest';
import { type Handlers, ok } from './handler.ts';
import { findOperations, mountContract } from './operations.ts';
import type { RequestContext } from './request-context.ts';

const IDS = Object.keys(ROUTES) as OperationId[];

/** One handler for each operation; it returns the operation's id and its input. */
const handlers = Object.fromEntries(
  IDS.map((id) => [id, async (input: object) => ok({ id, ...input }, { ETag: '"1"' })]),
) as unknown as Handlers;
const operations = findOperations(mountContract(contract, handlers));
const requestOf = (parts: object) =>
  ({ params: {}, headers: {}, query: {}, body: undefined, ...parts }) as unknown as RequestContext;
const INTENT = `int_${'0'.repeat(32)}`;

describe('an operation', () => {
  it.each(IDS)('%s is found by its method and path', (id) => {
    const { method, path } = ROUTES[id];
    const match = operations.find(method, path.replaceAll(/:\w+/g, '7'));
    expect(match?.operation.id).toBe(id);
    expect(match?.operation.metadata.errors).toContain('INTERNAL');
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, '7']);
    expect(match?.params).toEqual(Object.fromEntries(names));
  });

  it.each([
    ['HEAD', '/api/v1/intents/7', 'getIntent', '7'],
    ['GET', '/api/v1/intents/a%20b', 'getIntent', 'a b'],
    ...['%', '%zz', '%ff', 'a%2', '%c3%28'].map((id) => ['GET', `/api/v1/intents/${id}`, 'getIntent', id]),
  ])('is found for %s %s, with the decoded parameter', (method, path, id, param) => {
    const match = operations.find(method ?? '', path ?? '');
    expect([match?.operation.id, match?.params]).toEqual([id, { id: param }]);
  });

  it.each([
    ['PATCH', '/api/v1/intents/7'],
    ['GET', '/api/v1/intents/batch'],
    ['DELETE', '/api/v1/intents/batch'],
    ['DELETE', '/api/v1/intents'],
    ['GET', '/api/v1/intents/'],
    ['GET', '/api/v1/Intents'],
    ['GET', '/api/v1/intents/7/cancel'],
    ['POST', '/api/v1/intents//cancel'],
    ['get', '/api/v1/intents'],
    ['GET', ''],
  ])('is not found for %s %s', (method, path) => {
    expect(operations.find(method, path)).toBeNull();
  });

  it('has its methods listed by path', () => {
    const paths = [
      '/api/v1/intents/7',
      '/api/v1/intents',
      '/api/v1/intents/',
      '/api',
      '',
      '/api/v1/intents/batch',
    ];
    expect(paths.map((path) => operations.methodsAt(path))).toEqual([
      ['DELETE', 'GET', 'PUT'],
      ['GET', 'POST'],
      [],
      [],
      [],
      ['POST'],
    ]);
  });
});

describe('a response', () => {
  const respond = (id: OperationId, parts: object, given = operations) => {
    const match = given.find(ROUTES[id].method, ROUTES[id].path);
    return match?.operation.respond(requestOf(parts));
  };

  it('is what the handler returns, headers included', async () => {
    const answer = await respond('getIntent', { params: { id: INTENT } });
    expect(answer).toEqual({
      status: 200,
      headers: { ETag: '"1"' },
      body: expect.objectContaining({
        code: 0,
        data: expect.objectContaining({ id: 'getIntent', params: { id: INTENT } }),
      }),
    });
  });

  it('to an invalid request names all bad fields, and no handler is called', async () => {
    const failure: unknown = await respond('createIntent', { body: { quantity: 0 } })?.catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(ValidationError);
    const fields = (failure as ValidationError).problems.map(({ field }) => field);
    expect(fields).toEqual(expect.arrayContaining(['quantity', 'userId', 'productUrl']));
  });

  it('fails with what the handler throws', async () => {
    const refusal = new ApiError('INTENT_NOT_FOUND');
    const failing = findOperations(
      mountContract(contract, { ...handlers, getIntent: () => Promise.reject(refusal) }),
    );
    await expect(respond('getIntent', { params: { id: INTENT } }, failing)).rejects.toBe(refusal);
  });
});
