import {
  CreateIntentBody,
  describeFieldIssue,
  ListIntentsQuery,
  parseQuery,
  UpdateIntentBody,
} from '@procurement-intents/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectFieldProblems } from './collect-field-problems.ts';
import { ApiError, isCallerError } from './errors.ts';
import { resolveAliases } from './lists/list-conditions.ts';
import { listBinding } from './lists/list-cursor.ts';
import { planPage } from './intents/list-page.ts';
import { parseJsonBody } from './parse-json-body.ts';
import { CaseShare } from '../test/case-share.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const decodeUtf8 = (bytes: Uint8Array): string => utf8.decode(bytes);
const JSON_HEADERS = { contentType: 'application/json', contentEncoding: undefined };

/** Values that a careless or hostile caller sends instead of a valid one. */
const junk = fc.oneof(
  fc.constantFrom(null, '', 0, -1, 1.005, 1e21, Number.MAX_VALUE, true, '\uD800', '\u202E', 'a'.repeat(3000)),
  fc.jsonValue({ maxDepth: 2 }),
);
const good = {
  userId: 'user_1',
  platform: 'PLATFORM_A',
  productUrl: 'https://item.shop-a.example/1',
  title: '无线鼠标',
  price: 10.5,
  quantity: 2,
  recipientName: '张三',
  address: '北京市朝阳区建国路 88 号',
  phone: '13800138000',
};
const mutilated = fc
  .tuple(
    fc.dictionary(
      fc.oneof(fc.constantFrom(...Object.keys(good), '__proto__', 'constructor'), fc.string()),
      junk,
    ),
    fc.subarray(Object.keys(good)),
  )
  .map(([changes, dropped]) => {
    const kept = Object.entries(good).filter(([name]) => !dropped.includes(name));
    return { ...Object.fromEntries(kept), ...changes };
  });

/** What `work` gives, or the name of its refusal; what is not meant for the caller is thrown on. */
function outcomeOf<Result>(work: () => Result): { value: Result | null; refusal: string | null } {
  try {
    return { value: work(), refusal: null };
  } catch (error) {
    if (!isCallerError(error)) throw error;
    return { value: null, refusal: error instanceof ApiError ? error.errorName : 'VALIDATION_FAILED' };
  }
}

describe('any body', () => {
  it.each([
    ['create', CreateIntentBody],
    ['update', UpdateIntentBody],
  ])('%s reports each invalid field once, in both languages, and at most 100', (_, schema) => {
    fc.assert(
      fc.property(fc.oneof(mutilated, junk), (body) => {
        const { success, error } = schema.safeParse(body);
        const problems = collectFieldProblems([error]);
        expect(problems.length === 0).toBe(success);
        expect(problems.length).toBeLessThanOrEqual(100);
        expect(new Set(problems.map(({ field }) => field)).size).toBe(problems.length);
        for (const { issue } of problems) {
          expect(describeFieldIssue(issue, 'zh')).not.toContain('undefined');
          expect(describeFieldIssue(issue, 'en')).not.toContain('undefined');
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('is parsed to its JSON object or gets one of two refusals', () => {
    const text = fc.oneof(
      mutilated.map((body) => JSON.stringify(body)),
      fc.string(),
      fc.constant('{"a":1}{}'),
    );
    const bytes = fc.oneof(
      text.map((each) => new TextEncoder().encode(each)),
      fc.uint8Array(),
    );
    const rarelyEncoded = fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.string() },
    );
    const cases = new CaseShare();
    fc.assert(
      fc.property(bytes, rarelyEncoded, (given, contentEncoding) => {
        const headers = { ...JSON_HEADERS, contentEncoding };
        const { value, refusal } = outcomeOf(() => parseJsonBody(given, headers, decodeUtf8));
        expect([null, 'BODY_MALFORMED', 'MEDIA_TYPE_UNSUPPORTED']).toContain(refusal);
        cases.count(refusal === null);
        if (refusal !== null) return;
        expect(value).toEqual(JSON.parse(new TextDecoder().decode(given)));
        expect(Object.prototype.toString.call(value)).toBe('[object Object]');
      }),
      { numRuns: 1000 },
    );
    cases.checkAtLeast(0.1);
  });
});

describe('any query', () => {
  const names = [...Object.keys(ListIntentsQuery.shape), 'filter[phone]', 'x'];
  const value = fc.oneof(
    fc.constantFrom(
      '1',
      '2026-11-21',
      '9999-12-31T23:59:59-23:59',
      '0000-01-01',
      'DRAFT,FAILED',
      'asc',
      '0.1',
      '%00',
    ),
    fc.string().map(encodeURIComponent.bind(null)),
  );
  const query = fc
    .array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 6 })
    .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));

  it('is a page that can be read or gets 40001', () => {
    const cases = new CaseShare();
    fc.assert(
      fc.property(query, (text) => {
        const { data, error } = ListIntentsQuery.safeParse(parseQuery(text));
        expect(collectFieldProblems([error]).length > 0).toBe(!data);
        const read = (given: NonNullable<typeof data>) =>
          planPage('app_a', resolveAliases(given), 'd'.repeat(16));
        const plan = data && outcomeOf(() => read(data)).value;
        cases.count(Boolean(plan));
        if (!plan) return;
        expect(plan.request.take).toBe(plan.pageSize + 1);
        expect(plan.pageSize).toBeLessThanOrEqual(100);
      }),
      { numRuns: 2000 },
    );
    cases.checkAtLeast(0.1);
  });

  it('binds cursors to the same list in any order of its parameters', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), (given) => {
        const turned = Object.fromEntries(Object.entries(given).reverse());
        expect(listBinding('app_a', turned)).toBe(listBinding('app_a', given));
        expect(listBinding('app_b', turned)).not.toBe(listBinding('app_a', given));
      }),
    );
  });
});
