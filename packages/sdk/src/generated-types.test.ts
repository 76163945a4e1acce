import {
  CALLER_RATES,
  contract,
  ERRORS,
  type ErrorName as ContractErrorName,
  type FailureCode as ContractFailureCode,
  type FAILURES as CONTRACT_FAILURES,
  type IntentAction as ContractIntentAction,
  type IntentStatus as ContractIntentStatus,
  type ListIntentsInput,
  LIMITS as CONTRACT_LIMITS,
  type OperationId as ContractOperationId,
  type PlatformId,
  RATE_LIMITS,
  ROUTES as CONTRACT_ROUTES,
  SIGNING_HEADERS as CONTRACT_SIGNING_HEADERS,
} from '@procurement-intents/contract';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { FIXES } from './generated/fixes.ts';
import { FINAL_STATUSES, LIMITS, PERMANENT_ERRORS, ROUTES, SIGNING_HEADERS } from './generated/tables.ts';
import type * as Generated from './generated/types.ts';
import type { FAILURES, FinalStatus } from './index.ts';

type SignedContract = typeof contract;
type Route<O extends ContractOperationId> = SignedContract[O];
type Envelope<O extends ContractOperationId> =
  Route<O> extends { responses: { 201: infer R } }
    ? R
    : Route<O> extends { responses: { 200: infer R } }
      ? R
      : never;
// This package does not depend on zod, so its types are read by their structure.
type Out<S> = S extends { _zod: { output: infer T } } ? T : never;
type In<S> = S extends { _zod: { input: infer T } } ? T : never;
// Lines are no envelope.
type Result<O extends ContractOperationId> =
  Envelope<O> extends { contentType: string }
    ? string
    : Out<Envelope<O>> extends { data: infer D }
      ? D
      : never;
type Body<O extends ContractOperationId> = Route<O> extends { body: infer B } ? In<B> : never;
type Declared<O extends ContractOperationId> =
  Route<O> extends { metadata: { errors: readonly (infer E)[] } } ? E : never;
type Data<N extends ContractErrorName> =
  Out<(typeof ERRORS)[N]['data']> extends infer D ? ([D] extends [never] ? null : D) : never;

// Flat copies, so that two spellings of one type count as equal.
type Flat<T> = { [K in keyof T]: T[K] };
type Numbers =
  'page' | 'pageSize' | `filter[${'price' | 'quantity' | 'totalAmount'}]${'' | '[gte]' | '[lte]'}`;
// The contract knows no union by status.
type AllFields<R> = [R] extends [Generated.Intent] ? Generated.IntentFields : R;
// The contract's types have text here, although its schemas allow only these values.
type Choices = 'filter[status]' | 'filter[platform]';

describe('the generated types', () => {
  it('are what the contract infers for results', () => {
    type Results = { [O in ContractOperationId]: Result<O> };
    expectTypeOf<{
      [O in ContractOperationId]: AllFields<Generated.Operations[O]['result']>;
    }>().toEqualTypeOf<Results>();
  });

  it('narrow an intent by its status', () => {
    expectTypeOf<Generated.Intent['status']>().toEqualTypeOf<ContractIntentStatus>();
    expectTypeOf<Generated.Intent>().toExtend<Generated.IntentFields>();
    const read = (intent: Generated.Intent) => {
      if (intent.status === 'FAILED') return intent.failureCode satisfies Generated.FailureCode;
      expectTypeOf(intent.failureCode).toEqualTypeOf<undefined>();
      if (intent.status === 'COMPLETED')
        return `${intent.completedAt satisfies string} ${intent.orderId satisfies string}`;
      expectTypeOf(intent.orderId).toEqualTypeOf<string | undefined>();
      if (intent.failureCode) return intent satisfies never;
      return intent.orderId;
    };
    expect(read({ status: 'FAILED', failureCode: 'OUT_OF_STOCK' } as Generated.Intent)).toBe('OUT_OF_STOCK');
  });

  it('are what the contract infers for bodies', () => {
    expectTypeOf<Generated.CreateIntentBody>().toEqualTypeOf<Flat<Body<'createIntent'>>>();
    expectTypeOf<Generated.UpdateIntentBody>().toEqualTypeOf<Flat<Body<'updateIntent'>>>();
  });

  it('take lists of types of events', () => {
    type Types = Generated.FeedEventType[];
    expectTypeOf<Generated.CreateReplayBody['types']>().toEqualTypeOf<Types | undefined>();
    expectTypeOf<Types>().toExtend<Generated.CreateWebhookBody['eventTypes']>();
    expectTypeOf<['*']>().toExtend<Generated.UpdateWebhookBody['eventTypes']>();
    expectTypeOf<'*'>().not.toExtend<Generated.UpdateWebhookBody['eventTypes']>();
  });

  it('are what the contract infers for queries, with numbers where the query has digits', () => {
    expectTypeOf<Omit<Generated.ListIntentsQuery, Numbers | Choices>>().toEqualTypeOf<
      Omit<ListIntentsInput, Numbers | Choices>
    >();
    expectTypeOf<Generated.ListIntentsQuery['filter[status]']>().toEqualTypeOf<
      ContractIntentStatus | undefined
    >();
    expectTypeOf<Generated.ListIntentsQuery['filter[platform]']>().toEqualTypeOf<PlatformId | undefined>();
    expectTypeOf<Generated.ListIntentsQuery[Numbers]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<keyof Generated.ListIntentsQuery>().toEqualTypeOf<keyof ListIntentsInput>();
  });

  it('have the same operations, statuses, platforms, actions and failure codes', () => {
    expectTypeOf<Generated.OperationId>().toEqualTypeOf<ContractOperationId>();
    expectTypeOf<Generated.IntentStatus>().toEqualTypeOf<ContractIntentStatus>();
    expectTypeOf<Generated.Platform>().toEqualTypeOf<PlatformId>();
    expectTypeOf<Generated.IntentAction>().toEqualTypeOf<ContractIntentAction>();
    expectTypeOf<Generated.FailureCode>().toEqualTypeOf<ContractFailureCode>();
    expectTypeOf<keyof typeof FAILURES>().toEqualTypeOf<keyof typeof CONTRACT_FAILURES>();
  });

  it('have the same errors, with the same code, status, advice and data', () => {
    type Errors = {
      [N in ContractErrorName]: {
        code: (typeof ERRORS)[N]['code'];
        status: (typeof ERRORS)[N]['status'];
        retry: (typeof ERRORS)[N]['retry'];
        data: Data<N>;
      };
    };
    expectTypeOf<{ [N in Generated.ErrorName]: Generated.ErrorsByName[N] }>().toEqualTypeOf<Errors>();
    expectTypeOf<Generated.ErrorDataByName>().toEqualTypeOf<{ [N in ContractErrorName]: Data<N> }>();
  });

  it('have the errors that an operation declares', () => {
    type AllDeclared = { [O in ContractOperationId]: Declared<O> };
    expectTypeOf<{
      [O in ContractOperationId]: Generated.Operations[O]['errors'];
    }>().toEqualTypeOf<AllDeclared>();
  });
});

describe('the generated tables', () => {
  it('have the methods, paths and headers of the contract', () => {
    const routes = Object.fromEntries(
      Object.entries(ROUTES).map(([id, [method, path]]) => [id, { method, path }]),
    );
    expect(routes).toEqual(CONTRACT_ROUTES);
    expect(SIGNING_HEADERS).toEqual(CONTRACT_SIGNING_HEADERS);
    expect(LIMITS.processingMs).toBe(CONTRACT_LIMITS.processingMs);
  });

  it('list which operations are signed, and which limit counts each', () => {
    expect(LIMITS.ratesPerSecond).toEqual({ ...RATE_LIMITS, bearer: CALLER_RATES.bearer });
    for (const [id, [, , bucket]] of Object.entries(ROUTES)) {
      const { metadata } = contract[id as ContractOperationId];
      expect(bucket, id).toBe(metadata.auth === 'signed' ? metadata.rateLimit : null);
    }
  });

  it('say with the status which errors may pass, and how to fix each', () => {
    for (const [name, { status, retry, fix }] of Object.entries(ERRORS)) {
      const mayPass = status === 429 || (status >= 500 && !PERMANENT_ERRORS.includes(name));
      expect(mayPass, name).toBe(retry === 'later');
      expect(FIXES[name as ContractErrorName]).toBe(fix);
    }
  });

  it('have the final statuses of the types', () => {
    expect([...FINAL_STATUSES].toSorted()).toEqual([
      'CANCELLED',
      'COMPLETED',
      'FAILED',
    ] satisfies FinalStatus[]);
  });
});
