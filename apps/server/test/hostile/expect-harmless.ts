import {
  contract,
  ERROR_NAMES,
  errorEnvelope,
  type ErrorName,
  ERRORS,
  NDJSON_TYPE,
  type OperationId,
  ROUTES,
} from '@procurement-intents/contract';
import { BEARER_ERRORS } from '@procurement-intents/contract/bearer';
import { OAUTH_ERRORS } from '@procurement-intents/contract/oauth';
import { expect } from 'vitest';
import type { z } from 'zod';
import { expectEnvelope } from '../support/expect-answer.ts';
import { type RawAnswer, toAnswer } from '../support/raw-request.ts';

const PATTERNS = (Object.keys(ROUTES) as OperationId[]).map((id) => {
  const { method, path } = ROUTES[id];
  return { id, method, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`) };
});

function operationOf(method: string, target: string): OperationId | null {
  const [path = ''] = target.split('?');
  return PATTERNS.find((one) => one.method === method && one.pattern.test(path))?.id ?? null;
}

// What is said before a route is found: its contract knows nothing of it.
const BEFORE_ROUTES: readonly ErrorName[] = ['REQUEST_MALFORMED', 'ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED'];

// The path alone chooses the form of an error.
const BEARER_PATH = /^\/(v1|auth)(?=[/?]|$)/;
const OAUTH_PATH = /^\/oauth(?=[/?]|$)/;

function expectBearerError(status: number, text: string): void {
  const { error } = JSON.parse(text) as { error: { code: keyof typeof BEARER_ERRORS; message: string } };
  const row = BEARER_ERRORS[error.code];
  expect(row.status).toBe(status);
  expect([row.zh, row.en]).toContain(error.message);
}

/**
 * Whatever was asked, the answer blames the caller at most, and keeps the contract: an error is one that the operation
 * may give, in its envelope; a success has the operation's schema.
 */
export function expectHarmless(answer: RawAnswer, asked: { method: string; target: string } | null): void {
  const { status, headers, text } = answer;
  expect(status).toBeLessThan(500);
  expect(headers['x-request-id']).toMatch(/^[A-Za-z0-9._:-]{1,128}$/);
  if (asked?.method === 'HEAD' || text === '') return;
  const operation = asked && operationOf(asked.method, asked.target);
  if (status < 400) {
    if (operation) expectPromised(operation, status, text);
    return;
  }
  if (asked && BEARER_PATH.test(asked.target)) return expectBearerError(status, text);
  if (asked && OAUTH_PATH.test(asked.target)) {
    expect(Object.keys(OAUTH_ERRORS)).toContain((JSON.parse(text) as { error: string }).error);
    return;
  }
  const parsed = toAnswer(answer);
  expectEnvelope(parsed);
  const allowed = operation
    ? [...BEFORE_ROUTES, ...contract[operation].metadata.errors, 'URL_TOO_LONG']
    : ERROR_NAMES;
  const { code, message } = parsed.body;
  const names = ERROR_NAMES.filter((name) => {
    const row = ERRORS[name];
    return row.code === code && row.status === status && [row.zh, row.en].includes(message as never);
  });
  expect(
    names.filter((name) => allowed.includes(name) && errorEnvelope(name).safeParse(parsed.body).success),
  ).not.toEqual([]);
}

function expectPromised(operation: OperationId, status: number, text: string): void {
  const promised = (contract[operation].responses as Record<number, z.ZodType | { contentType: string }>)[
    status
  ];
  if (!promised) throw new Error(`${operation} promises no ${status}`);
  if (!('contentType' in promised)) return void promised.parse(JSON.parse(text));
  expect(promised.contentType).toBe(NDJSON_TYPE);
  const lines = text.trimEnd().split('\n');
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ end: { count: lines.length - 1 } });
}
