import {
  contract,
  CreateIntentBody,
  describeFieldIssue,
  LIMITS,
  type OperationId,
  RATE_LIMITS,
  ROUTES,
} from '@procurement-intents/contract';
import { describe, expect, it } from 'vitest';
import { expectError } from '../support/expect-answer.ts';
import type { CallOptions } from '../support/sign.ts';
import { clock, service, useService } from '../support/use-service.ts';

const NO_INTENT = `int_${'0'.repeat(32)}`;
const OPERATIONS = Object.keys(contract) as OperationId[];

useService();

const send = (options: CallOptions = {}) =>
  service.call('GET', ROUTES.getIntent.path.replace(':id', NO_INTENT), options);

describe('what comes with an error', () => {
  it.each(OPERATIONS)('405 on the path of %s names the methods that are allowed (E3)', async (operation) => {
    const answer = await service.call('PATCH', ROUTES[operation].path.replace(':id', NO_INTENT));
    const methods = Object.values(ROUTES).flatMap(({ method, path }) =>
      path === ROUTES[operation].path ? [method] : [],
    );
    expect(answer.headers.get('allow')?.split(', ')).toEqual([...new Set(methods)].sort());
  });

  it.each(['zh', 'en'] as const)('names every missing field, in %s (E2, E4)', async (language) => {
    const answer = await service.call('POST', ROUTES.createIntent.path, {
      body: {},
      headers: { 'Accept-Language': language },
    });
    const required = Object.entries(CreateIntentBody.shape).flatMap(([field, schema]) =>
      schema.safeParse(undefined).success ? [] : [field],
    );
    const message = describeFieldIssue({ rule: 'required' }, language);
    expect(answer.body.data.errors).toEqual(required.map((field) => ({ field, message })));
  });

  it.each(['fr', '*', 'zh-CN,en;q=0.8', ''])(
    'speaks Chinese for Accept-Language "%s" (E2)',
    async (accepted) => {
      const answer = await send({ headers: { 'Accept-Language': accepted } });
      expectError(answer, 'INTENT_NOT_FOUND', 'zh');
    },
  );

  it('reads no list of languages that is longer than any browser sends', async () => {
    const accepted = `en,${'a,'.repeat(4000)}en`;
    const answer = await send({ headers: { 'Accept-Language': accepted } });
    expectError(answer, 'INTENT_NOT_FOUND', 'zh');
  });

  it.each([
    ['a well-formed one', 'caller-7:a.b_C'],
    ['the longest one', 'r'.repeat(LIMITS.requestIdChars)],
  ])('keeps %s as request id (E10)', async (_title, id) => {
    const answer = await send({ headers: { 'X-Request-Id': id } });
    expect(answer.headers.get('x-request-id')).toBe(id);
  });

  it.each([
    ['a blank inside', 'a b'],
    ['markup', '<b>'],
    ['one character too many', 'r'.repeat(LIMITS.requestIdChars + 1)],
  ])('replaces a request id with %s (E10)', async (_title, id) => {
    const answer = await send({ headers: { 'X-Request-Id': id } });
    expect(answer.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{12}7[0-9a-f]{19}$/);
  });

  it('carries the three rate limit headers once the caller is known, and not before (R2)', async () => {
    const known = await send();
    const second = Math.floor(clock.now().getTime() / 1000);
    expect(known.headers.get('x-ratelimit-limit')).toBe(String(RATE_LIMITS.read));
    expect(known.headers.get('x-ratelimit-remaining')).toBe(String(RATE_LIMITS.read - 1));
    expect(known.headers.get('x-ratelimit-reset')).toBe(String(second + 1));
    const unknown = await send({ signer: { ...service.signer, appSecret: 'wrong' } });
    expect(unknown.headers.get('x-ratelimit-limit')).toBeNull();
  });
});
