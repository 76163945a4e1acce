import { ERROR_NAMES, ERRORS, type SharedErrorName } from '@procurement-intents/contract';
import { BEARER_CODE_OF, BEARER_ERRORS, bearerErrorBody } from '@procurement-intents/contract/bearer';
import { describe, expect, it } from 'vitest';
import { presentBearerError } from './present-bearer-error.ts';

const SHARED = Object.keys(BEARER_CODE_OF) as SharedErrorName[];
const extrasOf = (name: SharedErrorName, data: unknown): object => {
  const { code, message, ...extras } = presentBearerError({ name, data, headers: {} }, 'en').body.error;
  expect([code, message]).toEqual([BEARER_CODE_OF[name], BEARER_ERRORS[BEARER_CODE_OF[name]].en]);
  return extras;
};

describe('an error of the signed scheme under /v1', () => {
  it.each(SHARED)('%s fits the schema of its code, with its data and without', (name) => {
    const code = BEARER_CODE_OF[name];
    for (const data of [ERRORS[name].example, null]) {
      const extras = extrasOf(name, data);
      const known = new Set(Object.keys(BEARER_ERRORS[code].extras));
      expect(Object.keys(extras).filter((key) => !known.has(key))).toEqual([]);
      const isRequired = data === null && name === 'VALIDATION_FAILED';
      const { body } = presentBearerError({ name, data, headers: {} }, 'zh');
      expect(bearerErrorBody(code).safeParse(body).success).toBe(!isRequired);
    }
  });

  it.each(ERROR_NAMES.filter((name) => !(name in BEARER_CODE_OF)))('%s is no answer there', (name) => {
    const { status, body } = presentBearerError({ name, data: ERRORS[name].example, headers: {} }, 'en');
    expect([status, body]).toEqual([
      500,
      { error: { code: 'internal', message: BEARER_ERRORS.internal.en } },
    ]);
  });

  it.each([
    ['UPDATE_REFUSED', { current_status: 'COMPLETED', allowed_statuses: ['DRAFT', 'SUBMITTED'] }],
    ['SUBMIT_REFUSED', { current_status: 'SUBMITTED', allowed_statuses: ['DRAFT'] }],
    ['CANCEL_REFUSED', { current_status: 'COMPLETED', reason: ERRORS.CANCEL_REFUSED.example.reason }],
    ['DELETE_REFUSED', { current_status: 'PROCESSING', reason: ERRORS.DELETE_REFUSED.example.reason }],
    ['VERSION_CONFLICT', { current_version: ERRORS.VERSION_CONFLICT.example.currentVersion }],
    ['CANCEL_FAILED', ERRORS.CANCEL_FAILED.example],
    ['IP_NOT_ALLOWED', ERRORS.IP_NOT_ALLOWED.example],
  ] as const)('%s keeps its details', (name, extras) => {
    expect(extrasOf(name, ERRORS[name].example)).toEqual(extras);
  });
});
