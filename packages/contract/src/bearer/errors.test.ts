import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ERRORS, type SharedErrorName } from '../errors.ts';
import { BEARER_CODE_OF, BEARER_ERROR_CODES, BEARER_ERRORS, type BearerErrorRow } from './errors.ts';
import { bearerErrorBody, bearerFailures } from './failures.ts';

describe('the errors of the bearer scheme (B3)', () => {
  it('are these, each under its status', () => {
    const statuses = Object.fromEntries(BEARER_ERROR_CODES.map((code) => [code, BEARER_ERRORS[code].status]));
    expect(statuses).toEqual({
      validation_failed: 400,
      unauthorized: 401,
      token_expired: 401,
      forbidden: 403,
      insufficient_scope: 403,
      not_found: 404,
      method_not_allowed: 405,
      conflict: 409,
      payload_too_large: 413,
      uri_too_long: 414,
      unsupported_media_type: 415,
      rate_limited: 429,
      internal: 500,
      unavailable: 503,
    });
  });

  it.each(BEARER_ERROR_CODES)('%s has an example that its schema takes', (code) => {
    const { en, example }: BearerErrorRow = BEARER_ERRORS[code];
    const body = { error: { code, message: en, ...example } };
    expect(bearerErrorBody(code).parse(body)).toEqual(body);
  });

  // A cancellation that failed is a 500 of the signed scheme; here the order stands, so it conflicts. What belongs to
  // another is not shown to exist. A cursor that is too old conflicts with what is kept.
  const OTHER_STATUS = new Set(
    'CANCEL_FAILED NOT_OWNER UPDATE_REFUSED SUBMIT_REFUSED ARCHIVE_REFUSED CANCEL_REFUSED DELETE_REFUSED EVENTS_EXPIRED'.split(
      ' ',
    ),
  );
  const shared = Object.keys(BEARER_CODE_OF) as SharedErrorName[];
  it.each(shared.filter((name) => !OTHER_STATUS.has(name)))('%s keeps its status', (name) => {
    expect(BEARER_ERRORS[BEARER_CODE_OF[name]].status).toBe(ERRORS[name].status);
  });
});

describe('the error responses of a route', () => {
  it('are grouped by status, and a repeated code counts once', () => {
    const failures = bearerFailures('unauthorized', 'token_expired', 'not_found', 'not_found');
    expect(Object.keys(failures)).toEqual(['401', '404']);
    expect(failures[401]).toBeInstanceOf(z.ZodUnion);
    expect(failures[404]).toBe(bearerErrorBody('not_found'));
  });
});
