import { BEARER_ERRORS, bearerContract } from '@procurement-intents/contract/bearer';
import { expect, expectTypeOf, it } from 'vitest';
import { RESOURCES, type MethodRow } from '../generated/bearer-tables.ts';
import { pathOf } from './path-of.ts';
import type * as Generated from '../generated/bearer-types.ts';

interface Route {
  method: string;
  path: string;
  headers?: Record<string, unknown>;
  responses: Record<number, unknown>;
  metadata: { body: 'json' | 'none'; hasCsv?: true; isOnce?: true };
}

const routes = Object.values(bearerContract) as Route[];
const rows = Object.entries(RESOURCES).flatMap(([name, methods]) =>
  Object.values(methods as Record<string, MethodRow>).map(([method, suffix, input, repeat]) => ({
    method,
    path: pathOf(name) + suffix,
    input,
    repeat,
  })),
);
const routeOf = ({ method, path }: (typeof rows)[number]) =>
  routes.find((each) => each.method === method && each.path === path) as Route;

it('every operation under /v1 is a method, and one more where it also answers in CSV', () => {
  const paths = routes
    .filter(({ path }) => path.startsWith('/v1/'))
    .flatMap(({ method, path, metadata: { hasCsv } }) => [
      [method, path, false],
      ...(hasCsv ? [[method, path, true]] : []),
    ]);
  expect(rows.map(({ method, path, input }) => [method, path, input?.startsWith('csv') ?? false])).toEqual(
    paths,
  );
});

it('a method sends a body where the operation takes one', () => {
  for (const row of rows) expect(row.input === 'body', row.path).toBe(routeOf(row).metadata.body === 'json');
});

it('a method is repeated as the contract says: with a key where the operation takes one, not at all where it is once', () => {
  for (const row of rows) {
    const { headers = {}, metadata } = routeOf(row);
    const declared = 'idempotency-key' in headers ? 'keyed' : metadata.isOnce ? 'once' : undefined;
    expect(row.repeat, row.path).toBe(declared);
  }
});

it('what answers with a new secret and takes no key is once: a second secret would end the first', () => {
  // This package does not depend on zod.
  const hasSecret = ({ responses }: Route): boolean =>
    'secret' in ((responses[200] as { shape?: object } | undefined)?.shape ?? {});
  const secrets = routes.filter((route) => hasSecret(route) && !('idempotency-key' in (route.headers ?? {})));
  expect(secrets.length).toBeGreaterThan(2);
  for (const { path, metadata } of secrets) expect(metadata.isOnce, path).toBe(true);
});

it('the errors are those of the contract', () => {
  type Codes = keyof typeof BEARER_ERRORS;
  expectTypeOf<keyof Generated.BearerErrorsByCode>().toEqualTypeOf<Codes>();
  expectTypeOf<{
    [C in Codes]: Generated.BearerErrorsByCode[C]['status'];
  }>().toEqualTypeOf<{ [C in Codes]: (typeof BEARER_ERRORS)[C]['status'] }>();
  // Of those of status 500 or above, and of 429, all may pass: the client retries them.
  for (const [code, { status, retry }] of Object.entries(BEARER_ERRORS))
    expect(retry === 'later', code).toBe(status === 429 || status >= 500);
});

it('the types are those of the contract', () => {
  type Out<S> = S extends { _zod: { output: infer T } } ? T : never;
  type In<S> = S extends { _zod: { input: infer T } } ? T : never;
  type Routes = typeof bearerContract;
  type Result<O extends keyof Routes> = Routes[O] extends { responses: { 200: infer R } }
    ? Out<R>
    : Routes[O] extends { responses: { 201: infer R } }
      ? Out<R>
      : never;
  type Body<O extends keyof Routes> = Routes[O] extends { body: infer B } ? In<B> : never;
  type Flat<T> = { [K in keyof T]: T[K] };
  expectTypeOf<Generated.Supplier>().toEqualTypeOf<Result<'getSupplier'>>();
  expectTypeOf<Generated.Contract>().toEqualTypeOf<Result<'getContract'>>();
  expectTypeOf<Generated.PurchaseRequest>().toEqualTypeOf<Result<'getPurchaseRequest'>>();
  expectTypeOf<Generated.Profile>().toEqualTypeOf<Result<'getProfile'>>();
  expectTypeOf<Generated.CreatedApiKey>().toEqualTypeOf<Result<'createApiKey'>>();
  expectTypeOf<Generated.CreateRequestBody>().toEqualTypeOf<Flat<Body<'createPurchaseRequest'>>>();
  expectTypeOf<Generated.CreateSupplierBody>().toEqualTypeOf<Flat<Body<'createSupplier'>>>();
});
