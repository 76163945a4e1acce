import { inspect } from 'node:util';
import { EXAMPLE_PURCHASE } from '@procurement-intents/contract';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { answer, breakOff, createClient, hang, refuse, SECRET, startService } from '../test/start-service.ts';
import { isApiError, type AnyApiError, type ApiErrorInit } from './errors.ts';
import type { StatusReason } from './generated/types.ts';
import {
  ApiError,
  ConnectionError,
  isErrorOf,
  ProcurementIntentsError,
  TimeoutError,
  type OperationError,
} from './index.ts';

const INIT: ApiErrorInit = {
  operation: 'cancelIntent',
  intentId: 'int_1',
  name: 'CANCEL_REFUSED',
  status: 400,
  code: 40003,
  message: '当前状态不允许取消',
  data: { currentStatus: 'COMPLETED', reason: 'done' },
  requestId: 'req_7',
  attempts: 2,
  retryAt: null,
  docUrl: 'https://api.example/docs/errors/CANCEL_REFUSED',
};

const toApiError = (init: ApiErrorInit) => new ApiError(init) as AnyApiError;
const connectionError = (attempts: number) => new ConnectionError('x', { operation: 'getIntent', attempts });

describe('ApiError', () => {
  it('states the error, the call and the fix', () => {
    const error = toApiError(INIT);
    expect(error).toBeInstanceOf(ApiError);
    expect(error.message).toBe(
      'cancelIntent: 当前状态不允许取消 (CANCEL_REFUSED 40003, HTTP 400, request req_7)',
    );
    expect(Object.fromEntries(Object.entries(error))).toEqual({
      name: 'CANCEL_REFUSED',
      operation: 'cancelIntent',
      intentId: 'int_1',
      code: 40003,
      status: 400,
      data: INIT.data,
      requestId: 'req_7',
      retryable: false,
      retryAt: null,
      attempts: 2,
      docUrl: 'https://api.example/docs/errors/CANCEL_REFUSED',
      fix: 'Cancel only while the intent is SUBMITTED or PROCESSING.',
    });
  });

  it('names each invalid field in its message', () => {
    const data = { errors: [{ field: 'quantity', message: 'must be a whole number' }] };
    const init = {
      ...INIT,
      operation: 'createIntent',
      name: 'VALIDATION_FAILED',
      code: 40001,
      data,
    } as const;
    expect(toApiError(init).message).toContain('; quantity: must be a whole number (VALIDATION_FAILED');
  });

  it.each([null, {}, { errors: 'none' }])('accepts a validation error whose data is %j', (data) => {
    expect(toApiError({ ...INIT, name: 'VALIDATION_FAILED', code: 40001, data }).message).toContain('40001');
  });

  it('narrows data by name in a switch', () => {
    const read = (error: AnyApiError) => {
      switch (error.name) {
        case 'CANCEL_REFUSED':
          expectTypeOf(error.data).toEqualTypeOf<StatusReason>();
          return error.data.currentStatus;
        case 'VERSION_CONFLICT':
          expectTypeOf(error.code).toEqualTypeOf<40902>();
          return error.data.currentVersion;
        default:
          return null;
      }
    };
    expect(read(toApiError(INIT))).toBe('COMPLETED');
  });
});

describe('isApiError', () => {
  it('recognises an ApiError, or one with one of the given names', () => {
    const error: unknown = toApiError(INIT);
    expect(isApiError(error)).toBe(true);
    expect(isApiError(error, 'DELETE_REFUSED', 'CANCEL_REFUSED')).toBe(true);
    expect(isApiError(error, 'INTERNAL')).toBe(false);
    if (isApiError(error, 'CANCEL_REFUSED')) expectTypeOf(error.data).toEqualTypeOf<StatusReason>();
  });

  it.each([new Error('x'), connectionError(1), null, undefined, 'CANCEL_REFUSED', { name: 'INTERNAL' }])(
    'is false for %s',
    (other) => expect(isApiError(other)).toBe(false),
  );
});

describe('isErrorOf', () => {
  it('recognises the errors of one operation', () => {
    const error: unknown = toApiError(INIT);
    expect(isErrorOf(error, 'cancelIntent')).toBe(true);
    expect(isErrorOf(error, 'createIntent')).toBe(false);
    expect(isErrorOf(connectionError(1), 'cancelIntent')).toBe(false);
  });

  it('covers exactly the errors that the operation can return', () => {
    type OfHealth = OperationError<'getHealth'>['name'];
    expectTypeOf<OfHealth>().toEqualTypeOf<
      | 'URL_TOO_LONG'
      | 'BODY_TOO_LARGE'
      | 'HTTPS_REQUIRED'
      | 'INTERNAL'
      | 'UNAVAILABLE'
      | 'BODY_MALFORMED'
      | 'VALIDATION_FAILED'
      | 'UNHEALTHY'
      | 'DATABASE_UNAVAILABLE'
      | 'REQUEST_MALFORMED'
      | 'ROUTE_NOT_FOUND'
      | 'METHOD_NOT_ALLOWED'
      | 'UNKNOWN'
    >();
    expectTypeOf<Extract<OperationError<'cancelIntent'>, { name: 'UPDATE_REFUSED' }>>().toBeNever();
    expectTypeOf<
      Extract<OperationError<'cancelIntent'>, { name: 'CANCEL_REFUSED' }>['data']
    >().toEqualTypeOf<StatusReason>();
  });

  it('makes an incomplete switch a compile error', () => {
    const decide = (error: OperationError<'getHealth'>): string => {
      switch (error.name) {
        case 'UNHEALTHY':
        case 'DATABASE_UNAVAILABLE':
        case 'INTERNAL':
        case 'UNAVAILABLE':
          return 'wait';
        case 'URL_TOO_LONG':
        case 'BODY_TOO_LARGE':
        case 'HTTPS_REQUIRED':
        case 'BODY_MALFORMED':
        case 'VALIDATION_FAILED':
        case 'REQUEST_MALFORMED':
        case 'ROUTE_NOT_FOUND':
        case 'METHOD_NOT_ALLOWED':
        case 'UNKNOWN':
          return 'mend';
        default:
          return error satisfies never;
      }
    };
    const forget = (error: OperationError<'getHealth'>): string => {
      switch (error.name) {
        case 'UNHEALTHY':
          return 'wait';
        default:
          // @ts-expect-error the others are not handled
          return error satisfies never;
      }
    };
    const unhealthy = toApiError({
      ...INIT,
      operation: 'getHealth',
      name: 'UNHEALTHY',
      status: 503,
      code: 50001,
    });
    expect(isErrorOf(unhealthy, 'getHealth') && decide(unhealthy)).toBe('wait');
    expect(forget).toBeTypeOf('function');
  });
});

it.each([
  ["a proxy's page", 502, '<html>Bad Gateway</html>', true],
  ['an empty body', 500, '', true],
  ['an empty refusal', 403, '', false],
  ['JSON without an envelope', 404, '{"error":"no such bucket"}', false],
  ['a bare null', 404, 'null', false],
  ['a success without an envelope', 200, '', false],
])('reports status and request id of %s', async (_, status, body, retryable) => {
  const service = await startService(answer(status, body, { 'x-request-id': 'req_edge' }));
  const error: unknown = await createClient(service.baseUrl)
    .intents.cancel('int_1', { ifVersion: 1 })
    .catch((each: unknown) => each);
  expect(error).toMatchObject({
    name: 'UNKNOWN',
    code: -1,
    status,
    data: null,
    requestId: 'req_edge',
    attempts: 1,
    retryable,
    message: `cancelIntent: not an answer of the service (UNKNOWN -1, HTTP ${status}, request req_edge)`,
  });
});

it('gives all errors one base class', () => {
  const timeout = new TimeoutError('x', { operation: 'getIntent', attempts: 3 });
  expect(timeout).toBeInstanceOf(ConnectionError);
  expect(timeout).toBeInstanceOf(ProcurementIntentsError);
  expect(timeout.name).toBe('TimeoutError');
  expect(timeout.attempts).toBe(3);
  expect(toApiError(INIT)).toBeInstanceOf(ProcurementIntentsError);
});

describe('secrets', () => {
  const BODY = { ...EXAMPLE_PURCHASE, recipientName: '张三丰' };
  const HIDDEN = [SECRET, BODY.phone, BODY.recipientName, BODY.address, /x-signature/i, /[0-9a-f]{64}/];

  /** Everything that a log line could show of `value`. */
  function print(value: unknown): string {
    const texts = [inspect(value, { depth: 20, showHidden: true }), JSON.stringify(value), String(value)];
    return value instanceof Error
      ? [...texts, value.stack ?? '', print(value.cause)].join('\n')
      : texts.join('\n');
  }

  it.each([
    ['a refusal', refuse('VALIDATION_FAILED', { data: { errors: [] } })],
    ['a page of a proxy', answer(403, '<html>')],
    ['a broken connection', breakOff],
    ['a timeout', hang],
  ])('are not in the error of %s', async (_, reply) => {
    const service = await startService(reply);
    const { intents } = createClient(service.baseUrl, { timeoutMs: 60 });
    const error: unknown = await intents.create(BODY).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(ProcurementIntentsError);
    for (const hidden of HIDDEN) expect(print(error)).not.toMatch(hidden);
  });

  it('are not in a printed client', () => {
    const client = createClient('https://api.example');
    for (const value of [client, client.intents, { nested: [client] }]) {
      expect(print(value)).not.toContain(SECRET);
    }
  });

  it('are not in errors about options', () => {
    expect(() => createClient('http://api.example')).toThrow(expect.not.stringContaining(SECRET) as Error);
  });
});
