import { LIMITS } from '@procurement-intents/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, callBearer, expectBearerError } from '../support/bearer.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { clock, service, useService } from '../support/use-service.ts';

/** Insists on https. */
let secured: TestService;

useService({ allowedOrigins: ['https://shop.example'] });
beforeAll(async () => {
  secured = await startTestService({ clock, isHttpsRequired: true });
});
afterAll(() => secured.stop());

const PROFILE = '/v1/profile';

describe('the path chooses the form of errors (B5)', () => {
  it.each(['/v1', '/v1/', '/v1/nothing', '/v1/profile/x', '/auth', '/auth/nothing'])(
    '%s is not found in the form of the bearer scheme',
    async (path) => {
      expectBearerError(await callBearer(service, 'GET', path), 'not_found');
    },
  );

  it.each(['/v1x', '/authx', '/api/v1', '/api/v1/nothing', '/'])(
    '%s is not found in the envelope',
    async (path) => {
      const answer = await callBearer(service, 'DELETE', path);
      expect([answer.status, answer.body.code]).toEqual([404, 40400]);
    },
  );

  it('a method that a path has not is 405, with Allow', async () => {
    const answer = await callBearer(service, 'PUT', PROFILE);
    expectBearerError(answer, 'method_not_allowed');
    expect(answer.headers.get('allow')).toBe('GET, PATCH');
  });

  it('a URL or a body that is too large, another media type, and what is not JSON', async () => {
    const { token: credential } = await addPerson(service, []);
    const long = `${PROFILE}?`.padEnd(LIMITS.urlChars + 1, 'x');
    expectBearerError(await callBearer(service, 'GET', long, { credential }), 'uri_too_long');
    const patch = (rawBody: string, headers = {}) =>
      callBearer(service, 'PATCH', PROFILE, { credential, rawBody, headers });
    expectBearerError(await patch(' '.repeat(LIMITS.bodyBytes + 1)), 'payload_too_large');
    expectBearerError(await patch('{}', { 'Content-Type': 'text/plain' }), 'unsupported_media_type');
    for (const text of ['[]', '{', '"x"', '{"a":"\u0000"']) {
      const answer = await patch(text);
      expectBearerError(answer, 'validation_failed');
      expect(answer.body.error.errors).toMatchObject([{ field: 'body' }]);
    }
    expectBearerError(
      await callBearer(service, 'POST', '/auth/logout', { credential, body: {} }),
      'validation_failed',
    );
    expectBearerError(
      await callBearer(service, 'GET', `${PROFILE}?x=1`, { credential }),
      'validation_failed',
    );
  });

  it('plain HTTP in production is forbidden (B4)', async () => {
    expectBearerError(await callBearer(secured, 'GET', PROFILE), 'forbidden');
  });

  it('a defect is internal, and a row that another transaction holds is unavailable', async () => {
    const { token: credential } = await addPerson(service, []);
    await service.database.$executeRaw`ALTER TABLE "sessions" RENAME TO "sessions_away"`;
    try {
      expectBearerError(await callBearer(service, 'GET', PROFILE, { credential }), 'internal');
    } finally {
      await service.database.$executeRaw`ALTER TABLE "sessions_away" RENAME TO "sessions"`;
    }
    const answer = await service.database.$transaction(async (transaction) => {
      await transaction.$executeRaw`LOCK TABLE "sessions" IN ACCESS EXCLUSIVE MODE`;
      return callBearer(service, 'GET', PROFILE, { credential });
    });
    expectBearerError(answer, 'unavailable');
    expect(answer.headers.get('retry-after')).toBe('1');
  });

  it('is told in English when the caller prefers it', async () => {
    const answer = await callBearer(service, 'GET', '/v1/nothing', { headers: { 'Accept-Language': 'en' } });
    expect(answer.body.error).toEqual({ code: 'not_found', message: 'There is no such resource' });
  });
});

it('a page of an allowed origin may send a bearer token, and nobody else learns more than before', async () => {
  const preflight = (path: string) =>
    fetch(service.baseUrl + path, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://shop.example',
        'Access-Control-Request-Method': 'PATCH',
        'Access-Control-Request-Headers': 'authorization',
      },
    });
  const bearer = await preflight(PROFILE);
  expect(bearer.headers.get('access-control-allow-methods')).toContain('PATCH');
  expect(bearer.headers.get('access-control-allow-headers')).toContain('Authorization');
  const signed = await preflight('/api/v1/intents');
  expect(signed.headers.get('access-control-allow-methods')).not.toContain('PATCH');
  expect(signed.headers.get('access-control-allow-headers')).not.toContain('Authorization');
});
