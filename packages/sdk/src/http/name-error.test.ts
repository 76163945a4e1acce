import { contract, ERRORS, type ErrorName, type OperationId } from '@procurement-intents/contract';
import { describe, expect, it } from 'vitest';
import { nameError } from './name-error.ts';

const OPERATIONS = Object.keys(contract) as OperationId[];

/** Every declared error of every operation, as the service returns it. */
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

  it.each<[string, OperationId, ErrorName, unknown]>([
    ['an update refused by status', 'updateIntent', 'UPDATE_REFUSED', null],
    ['a submit refused by status', 'submitIntent', 'SUBMIT_REFUSED', null],
    ['a broken body of a cancel', 'cancelIntent', 'BODY_MALFORMED', null],
    ['a refused cancel', 'cancelIntent', 'CANCEL_REFUSED', { currentStatus: 'FAILED', reason: '' }],
    ['a broken body of a create', 'createIntent', 'BODY_MALFORMED', null],
    ['an internal error of the health check', 'getHealth', 'INTERNAL', null],
    ['a health check that says unhealthy', 'getHealth', 'UNHEALTHY', { status: '', timestamp: '' }],
    ['an intent of another App, in unknown words', 'getIntent', 'NOT_OWNER', null],
    [
      'an address that is not allowed to list, in unknown words',
      'listIntents',
      'IP_NOT_ALLOWED',
      { address: '' },
    ],
    ['a route that the operation does not declare', 'listIntents', 'ROUTE_NOT_FOUND', null],
  ])('recognises %s by operation and shape', (_, operation, name, data) => {
    const { code, status } = ERRORS[name];
    expect(nameError(operation, { code, status, message: '…', data })).toBe(name);
  });

  it('trusts the header, whatever message and data the response has', () => {
    for (const { operation, name } of CASES) {
      const { code, status } = ERRORS[name];
      const refusal = { code, status, message: '…', data: null };
      expect(nameError(operation, refusal, name), `${operation} ${name}`).toBe(name);
    }
  });

  it.each([
    ['a name of a later version', 'KEY_IN_USE'],
    ['the name of an error with another code', 'VERSION_CONFLICT'],
    ['a name that every object has', 'constructor'],
    ['no name', ''],
  ])('uses code and data when the header has %s', (_, header) => {
    const { code, status, example: data } = ERRORS.IDEMPOTENCY_KEY_REUSED;
    const refusal = { code, status, message: '…', data };
    expect(nameError('createIntent', refusal, header)).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(nameError('createIntent', { ...refusal, data: null }, header)).toBe('SIGNATURE_REUSED');
  });

  it('is null for an unknown code', () => {
    const refusal = { code: 49999, status: 400, message: '', data: null };
    expect(nameError('getIntent', refusal)).toBeNull();
    expect(nameError('getIntent', refusal, 'INTENT_NOT_FOUND')).toBeNull();
  });
});
