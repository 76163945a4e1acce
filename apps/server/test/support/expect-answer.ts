import {
  contract,
  ERROR_NAME_HEADER,
  errorEnvelope,
  type ErrorName,
  ERRORS,
  type ErrorRow,
  Intent,
  type Language,
  NDJSON_TYPE,
  type OperationId,
} from '@procurement-intents/contract';
import { expect } from 'vitest';
import type { z } from 'zod';
import type { Answer } from './test-service.ts';

/** Holds for every JSON answer of the service: an envelope, a request id, and nothing of what went on inside. */
export function expectEnvelope(answer: Answer): void {
  expect(answer.headers.get('content-type')).toMatch(/^application\/json(?:; charset=utf-8)?$/);
  expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._:-]{1,128}$/);
  expect(Object.keys(answer.body).sort()).toEqual(['code', 'data', 'message']);
  expect(JSON.stringify(answer.body)).not.toMatch(
    /<html|node_modules|\.ts:\d|\bat \w+ \(|prisma|postgres|SELECT /i,
  );
}

/** The answer is the error `name` and nothing else: header, status, code, text and the shape of its data. */
export function expectError(answer: Answer, name: ErrorName, language: Language = 'zh'): void {
  const row: ErrorRow = ERRORS[name];
  const { code, message } = answer.body;
  expect({ name: answer.headers.get(ERROR_NAME_HEADER), status: answer.status, code, message }).toEqual({
    name,
    status: row.status,
    code: row.code,
    message: row[language],
  });
  expectEnvelope(answer);
  expect(() => errorEnvelope(name).parse(answer.body)).not.toThrow();
  const isWorthRetrying = row.retry === 'later' && (row.status === 429 || row.status === 503);
  const retryAfter = answer.headers.get('retry-after');
  expect(retryAfter).toEqual(isWorthRetrying ? expect.stringMatching(/^\d+$/) : null);
}

/** The answer is a whole export. */
function expectLines({ status, headers, body }: Answer): void {
  expect([status, headers.get('content-type')]).toEqual([200, NDJSON_TYPE]);
  const lines = (body as unknown as string).split('\n').slice(0, -1);
  expect(JSON.parse(lines.pop() ?? '')).toEqual({ end: { count: lines.length } });
  for (const line of lines) expect(() => Intent.parse(JSON.parse(line))).not.toThrow();
}

/** The answer is what the contract promises for the success of `operation`. */
export function expectSuccess(answer: Answer, operation: OperationId): void {
  if (operation === 'exportIntents') return expectLines(answer);
  const responses = contract[operation].responses as Record<number, z.ZodType>;
  expect(answer).toMatchObject({
    status: expect.toSatisfy((status: number) => status < 300),
    body: { code: 0 },
  });
  expectEnvelope(answer);
  expect(answer.headers.get(ERROR_NAME_HEADER)).toBeNull();
  expect(() => responses[answer.status]?.parse(answer.body)).not.toThrow();
  expect(responses[answer.status]).toBeDefined();
}
