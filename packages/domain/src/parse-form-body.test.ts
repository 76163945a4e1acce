import { LIMITS } from '@procurement-intents/contract';
import { expect, it } from 'vitest';
import { ValidationError } from './errors.ts';
import { parseFormBody } from './parse-form-body.ts';

const HEADERS = { contentType: 'application/x-www-form-urlencoded', contentEncoding: undefined };
const parse = (text: string) =>
  parseFormBody(new TextEncoder().encode(text), HEADERS, (bytes) => new TextDecoder('latin1').decode(bytes));

it('reads as many fields as a form may have, and refuses more before it reads one', () => {
  const fields = Array.from({ length: LIMITS.formFields }, (_, index) => `f${index}=1`);
  expect(Object.keys(parse(fields.join('&')))).toHaveLength(LIMITS.formFields);
  expect(() => parse([...fields, 'more=1'].join('&'))).toThrow(ValidationError);
  expect(() => parse('%&'.repeat(32_000))).toThrow(ValidationError);
});
