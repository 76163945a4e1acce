import { contract, ERRORS, type ErrorName, type OperationId } from '@procurement-intents/contract';
import { describe, expect, it } from 'vitest';
import { nameError } from './name-error.ts';

const OPERATIONS = Object.keys(contract) as OperationId[];

/** Every error that every operation declares, as the service answers it. */
const CASES = OPERATIONS.flatMap((operation) =>
  contract[operation].metadata.errors.map((name) => ({ operation, name: name as ErrorName })),
);

describe('nameError', () => {
  it.each(['zh', 'en'] as const)('names every declared error of every operation, in %s', (language) => {
    expect(CASES.length).toBeGreaterThan(100);
    for (const { operation, name } of CASES) {
      const { code, status, example, [language]: message } = ERRORS[name];
      const refusal = { code, status, message, data: example };
      expect(nameError(operation, refusal), `${operation} ${name}`).toBe(name);
    }
  });

  it.each<[string, OperationId, number, number, unknown, ErrorName]>([
    ['an update refused by status', 'updateIntent', 40002, 400, null, 'UPDATE_REFUSED'],
    ['a submit refused by status', 'submitIntent', 40002, 400, null, 'SUBMIT_REFUSED'],
    ['a broken body of a cancel', 'cancelIntent', 40003, 400, null, 'BODY_MALFORMED'],
    [
      'a refused cancel',
      'cancelIntent',
      40003,
      400,
      { currentStatus: 'FAILED', reason: '' },
      'CANCEL_REFUSED',
    ],
    ['a broken body of a create', 'createIntent', 40003, 400, null, 'BODY_MALFORMED'],
    ['an internal error of the health check', 'getHealth', 50001, 500, null, 'INTERNAL'],
    [
      'a health check that says unhealthy',
      'getHealth',
      50001,
      503,
      { status: '', timestamp: '' },
      'UNHEALTHY',
    ],
    ['an intent of another App, in unknown words', 'getIntent', 40301, 403, null, 'NOT_OWNER'],
    ['an address that may not list, in unknown words', 'listIntents', 40301, 403, null, 'IP_NOT_ALLOWED'],
    ['a route that the operation does not declare', 'listIntents', 40400, 404, null, 'ROUTE_NOT_FOUND'],
  ])('tells %s by operation and shape', (_, operation, code, status, data, expected) => {
    expect(nameError(operation, { code, status, message: '…', data })).toBe(expected);
  });

  it('knows that it does not know', () => {
    expect(nameError('getIntent', { code: 49999, status: 400, message: '', data: null })).toBeNull();
  });
});
