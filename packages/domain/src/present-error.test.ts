import { type ErrorName, ERRORS, type ErrorRow, FIELD_RULES } from '@procurement-intents/contract';
import { describe, expect, it } from 'vitest';
import { ApiError, ValidationError } from './errors.ts';
import { presentRefusal, refusalOf } from './present-error.ts';

const LANGUAGES = ['zh', 'en'] as const;
const ROWS = Object.entries(ERRORS) as [ErrorName, ErrorRow][];

describe('the response to an error', () => {
  it.each(ROWS)('%s follows its row, in both languages', (name, row) => {
    for (const language of LANGUAGES) {
      const { status, headers, body } = presentRefusal(refusalOf(new ApiError(name), language), language);
      expect(status).toBe(row.status);
      expect(body).toEqual({ code: row.code, message: row[language], data: null });
      const isWorthRetrying = row.retry === 'later' && [429, 503].includes(row.status);
      expect(headers).toEqual({ 'X-Error-Name': name, ...(isWorthRetrying && { 'Retry-After': '1' }) });
    }
  });

  it('prefers its own headers to the usual ones, and shows nothing of its cause', () => {
    const cause = new Error('connection to 10.0.0.7 refused');
    const error = new ApiError('UNAVAILABLE', { headers: { 'Retry-After': '5' }, cause });
    const answer = presentRefusal(refusalOf(error, 'en'), 'en');
    expect(answer.headers).toMatchObject({ 'Retry-After': '5' });
    expect(JSON.stringify(answer)).not.toContain('10.0.0.7');
  });

  it('to invalid fields has a sentence for every rule', () => {
    const rules = Object.keys(FIELD_RULES) as (keyof typeof FIELD_RULES)[];
    const problems = rules.map((rule) => ({ field: rule, issue: { rule, min: 1, max: 2, values: ['a'] } }));
    const [zh, en] = LANGUAGES.map((language) => {
      const { status, body } = presentRefusal(refusalOf(new ValidationError(problems), language), language);
      expect([status, body.code]).toEqual([400, 40001]);
      return (body.data as { errors: { field: string; message: string }[] }).errors;
    });
    expect(zh?.map(({ field }) => field)).toEqual(rules);
    for (const [at, { message }] of (zh ?? []).entries()) {
      expect(message).toMatch(/\p{Script=Han}/u);
      expect(en?.[at]?.message).toMatch(/^[ -~]+$/);
    }
  });
});
