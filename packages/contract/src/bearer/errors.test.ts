import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ERRORS, type SharedErrorName } from '../errors.ts';
import { LIFECYCLE } from '../intents/lifecycle.ts';
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

  const refusals = new Set(Object.values(LIFECYCLE).map(({ refusal }) => refusal as string | null));
  // Errors that no table of the contract tells apart.
  const OTHER_STATUS: Partial<Record<SharedErrorName, number>> = {
    CANCEL_FAILED: 409, // the order exists
    NOT_OWNER: 404, // what belongs to another is not shown to exist
    EVENTS_EXPIRED: 409, // with what is kept
  };
  const shared = Object.keys(BEARER_CODE_OF) as SharedErrorName[];
  it.each(shared)('%s keeps its status, or conflicts as a refusal of the lifecycle', (name) => {
    const status = refusals.has(name) ? 409 : (OTHER_STATUS[name] ?? ERRORS[name].status);
    expect(BEARER_ERRORS[BEARER_CODE_OF[name]].status).toBe(status);
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
