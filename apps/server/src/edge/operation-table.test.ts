import type { Request, RequestHandler, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { createOperationTable } from './operation-table.ts';

const res = {} as Response;
const asked = (method: string, path: string | null) => ({ method, path }) as unknown as Request;

/** A table of some operations; each notes its name and the parameters that it was run with. */
function createTable() {
  const seen: unknown[] = [];
  const note =
    (name: string): RequestHandler =>
    (req) =>
      void seen.push([name, { ...req.params }]);
  const before: RequestHandler = (_req, _res, next) => (seen.push('before'), next());
  const table = createOperationTable([before]);
  table.app.get('/v1/things', note('list'));
  table.app.get('/v1/things/:id', note('get'));
  table.app.post('/v1/things/:id/send', note('send'));
  return { table, seen };
}

/** What the operation that is found does; null when none is found. */
function run(method: string, path: string | null): unknown {
  const { table, seen } = createTable();
  const req = asked(method, path);
  const operation = table.find(req);
  if (!operation) return null;
  void operation(req, res, (error?: unknown) => void seen.push(error));
  return seen;
}

describe('the table of operations', () => {
  it.each([
    ['GET', '/v1/things', 'list', {}],
    ['GET', '/v1/things/7', 'get', { id: '7' }],
    ['HEAD', '/v1/things/7', 'get', { id: '7' }],
    ['POST', '/v1/things/7/send', 'send', { id: '7' }],
    ['GET', '/v1/things/a%20b', 'get', { id: 'a b' }],
  ])('finds %s %s, after what every operation begins with', (method, path, name, params) => {
    expect(run(method, path)).toEqual(['before', [name, params]]);
  });

  it.each([
    ['DELETE', '/v1/things'],
    ['GET', '/v1/things/'],
    ['GET', '/v1/Things'],
    ['GET', '/v1/things/7/send'],
    ['POST', '/v1/things//send'],
    ['get', '/v1/things'],
    ['GET', null],
  ])('finds nothing for %s %s', (method, path) => {
    expect(run(method, path)).toBeNull();
  });

  it.each(['%', '%zz', '%ff', 'a%2', '%c3%28'])(
    'takes the parameter %s, which is no encoding, as it came',
    (id) => {
      expect(run('GET', `/v1/things/${id}`)).toEqual(['before', ['get', { id }]]);
    },
  );

  it('passes errors by the handler that was mounted for them', () => {
    const { table } = createTable();
    const passed: unknown[] = [];
    const done = (error?: unknown): void => void passed.push(error);
    table.refuse('first', asked('GET', '/'), res, done);
    table.app.use((error: unknown, _req: Request, _res: Response, next: (error: unknown) => void) =>
      next(`seen ${String(error)}`),
    );
    table.refuse('second', asked('GET', '/'), res, done);
    expect(passed).toEqual(['first', 'seen second']);
  });
});

it('tells the methods of a path, and none where there is no operation', () => {
  const { table } = createTable();
  table.app.delete('/v1/things/:id', () => undefined);
  const methodsAt = (path: string | null) => table.methodsAt(asked('PATCH', path));
  expect(methodsAt('/v1/things/7')).toEqual(['DELETE', 'GET']);
  expect(['/v1/things/', '/v1', null].map(methodsAt)).toEqual([[], [], []]);
});
