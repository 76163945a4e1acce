import { type ErrorName, ERRORS } from '@procurement-intents/contract';
import { describe, expect, it } from 'vitest';
import { ApiError, ValidationError } from './errors.ts';

const NAMES = Object.keys(ERRORS) as ErrorName[];
const PHONE = '13800138000';

describe('a refusal', () => {
  it.each(NAMES)('%s has its name and the text of its row, and by default no data and no headers', (name) => {
    const error = new ApiError(name);
    expect(error).toMatchObject({
      name: 'ApiError',
      errorName: name,
      message: ERRORS[name].en,
      data: null,
      headers: {},
    });
    expect(error.cause).toBeUndefined();
    expect(error.stack).toContain('errors.test.ts');
  });

  it('keeps its cause, and puts neither cause nor data into the text', () => {
    const cause = new Error(`the row of ${PHONE}`);
    const data = { reason: `already shipped to ${PHONE}` };
    const error = new ApiError('CANCEL_FAILED', { data, headers: { 'Retry-After': '5' }, cause });
    expect(error.cause).toBe(cause);
    expect(error).toMatchObject({ data, headers: { 'Retry-After': '5' } });
    expect(error.message).not.toContain(PHONE);
  });
});

it('names the invalid fields and never their values', () => {
  const problems = [
    { field: 'phone', issue: { rule: 'required' } },
    { field: 'recipient.fax', issue: { rule: 'type', values: [PHONE] } },
  ] as const;
  const error = new ValidationError(problems);
  expect(error).toMatchObject({ name: 'ValidationError', problems });
  expect(error.message).toBe('invalid fields: phone, recipient.fax');
});
