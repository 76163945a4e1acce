import { randomBytes } from 'node:crypto';
import {
  BEARER_ERRORS,
  type BearerErrorCode,
  bearerErrorBody,
  type BearerErrorRow,
  type Scope,
} from '@procurement-intents/contract/bearer';
import { expect } from 'vitest';
import { createKey, type NewKey } from '../../src/api-keys/manage-keys.ts';
import { SERVICE } from '../../src/audit/record-change.ts';
import { createUser, type NewUser } from '../../src/identity/manage-users.ts';
import type { TestService } from './test-service.ts';

/** What a call to the bearer side sends beside method and path. */
export interface BearerCall {
  /** API key or token. */
  credential?: string | undefined;
  body?: unknown;
  /** Bytes to send instead of `body`. */
  rawBody?: string;
  headers?: Record<string, string>;
}

export interface BearerAnswer {
  status: number;
  headers: Headers;
  /** Undefined for an answer without a body; a text when it is no JSON. */
  body: any;
}

/** The body of an answer; lines of an export are text. */
export function parseAnswer(text: string, headers: Pick<Headers, 'get'>): unknown {
  if (text === '') return undefined;
  return headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text;
}

/** Calls the bearer side of a service. */
export async function callBearer(
  service: Pick<TestService, 'baseUrl' | 'syncClock'>,
  method: string,
  path: string,
  { credential, body: value, rawBody, headers = {} }: BearerCall = {},
): Promise<BearerAnswer> {
  await service.syncClock();
  const body = rawBody ?? (value === undefined ? undefined : JSON.stringify(value));
  const response = await fetch(service.baseUrl + path, {
    method,
    ...(body !== undefined && { body }),
    headers: {
      ...(credential !== undefined && { Authorization: `Bearer ${credential}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parseAnswer(text, response.headers) };
}

/** The answer is this error of the bearer scheme and nothing else. */
export function expectBearerError(answer: BearerAnswer, code: BearerErrorCode): void {
  const row: BearerErrorRow = BEARER_ERRORS[code];
  expect({ status: answer.status, error: answer.body?.error }).toMatchObject({
    status: row.status,
    error: { code, message: row.zh },
  });
  expect(Object.keys(answer.body)).toEqual(['error']);
  const known = new Set(['code', 'message', ...Object.keys(row.extras)]);
  expect(Object.keys(answer.body.error).filter((name) => !known.has(name))).toEqual([]);
  expect(() => bearerErrorBody(code).parse(answer.body)).not.toThrow();
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._:-]{1,128}$/);
  expect(answer.headers.has('x-error-name')).toBe(false);
  expect(answer.headers.has('www-authenticate')).toBe(row.status === 401 || code === 'insufficient_scope');
}

export const PASSWORD = 'a password of the tests';

/** Adds a user with these scopes, and logs in. */
export async function addPerson(
  service: TestService,
  scopes: readonly Scope[],
  input: Partial<NewUser> = {},
): Promise<{ id: string; username: string; token: string }> {
  const username = `user-${randomBytes(6).toString('hex')}`;
  const person = { username, password: PASSWORD, displayName: username, scopes, ...input };
  const { user } = await createUser(service.bearer.identity, person, { actor: SERVICE });
  const answer = await callBearer(service, 'POST', '/auth/login', {
    body: { username: person.username, password: person.password },
  });
  expect(answer.status).toBe(200);
  return { id: user.id, username: user.username, token: answer.body.token };
}

/** Makes an API key of the user. */
export async function addKey(
  service: TestService,
  userId: string,
  scopes: readonly Scope[],
  input: Partial<NewKey> = {},
): Promise<{ id: string; key: string }> {
  const { row, key } = await createKey(
    service.bearer.keys,
    { name: 'a key', scopes, userId, ...input },
    { actor: SERVICE },
  );
  return { id: row.id, key: key ?? '' };
}
