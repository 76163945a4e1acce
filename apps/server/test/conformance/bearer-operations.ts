import {
  bearerContract,
  type BearerContract,
  BEARER_ERRORS,
  type BearerErrorCode,
  type BearerMetadata,
} from '@procurement-intents/contract/bearer';
import { CompanyIntent } from '@procurement-intents/contract/company';
import { expect } from 'vitest';
import { z } from 'zod';
import type { BearerAnswer } from '../support/bearer.ts';

export type BearerOperation = keyof BearerContract;

interface Route {
  method: string;
  path: string;
  metadata: BearerMetadata;
  /** An object: the answer is made of lines. */
  responses: Record<number, z.ZodType | symbol | { contentType: string }>;
  headers?: Record<string, unknown>;
  pathParams?: z.ZodObject;
  query?: unknown;
  body?: unknown;
}

/** What the contract says of an operation under /v1 or /auth. */
export const routeOf = (operation: BearerOperation): Route => bearerContract[operation];

export const BEARER_OPERATIONS = Object.keys(bearerContract) as BearerOperation[];

export const takesBody = (operation: BearerOperation): boolean => routeOf(operation).metadata.body === 'json';

/** Has the form of no id, so that it is the id of nothing. */
const NO_ID = 'unknown';

/** @param ids - for the placeholders of the path, in their order. Default: ids of nothing. */
export function pathOf(operation: BearerOperation, ids: readonly string[] = []): string {
  let place = 0;
  return routeOf(operation).path.replace(/:\w+/g, () => ids[place++] ?? NO_ID);
}

/** A body that the schema of the operation takes: its required fields, each with its example. */
export function sampleBody(operation: BearerOperation): Record<string, unknown> {
  if (!takesBody(operation)) return {};
  const { required = [], properties = {} } = z.toJSONSchema(routeOf(operation).body as z.ZodType, {
    io: 'input',
    unrepresentable: 'any',
  });
  return Object.fromEntries(
    required.map((name) => [name, (properties[name] as { example?: unknown }).example]),
  );
}

/** The lines are those of a whole export. */
function expectWhole(body: string, asked: string): void {
  const lines = body
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown);
  expect(lines.pop(), asked).toEqual({ end: { count: lines.length } });
  for (const line of lines) expect(CompanyIntent.safeParse(line).error?.issues, asked).toBeUndefined();
}

/** Says what differs when an answer does not fit the schema of its status. */
function parseBy(schema: Route['responses'][number] | undefined, body: unknown, asked: string): void {
  if (schema instanceof z.ZodType) expect(schema.safeParse(body).error?.issues, asked).toBeUndefined();
  else if (typeof schema === 'object') expectWhole(body as string, asked);
  // ts-rest has a symbol for an answer without a body.
  else expect([typeof schema, body], asked).toEqual(['symbol', undefined]);
}

/**
 * The answer is one that the contract promises of the operation: a success by its schema, or an error that it declares.
 *
 * @param asked - what the call was like, for the message of a failure.
 * @returns the error's code; null after a success.
 */
export function expectPromised(
  operation: BearerOperation,
  { status, body }: BearerAnswer,
  asked = '',
): BearerErrorCode | null {
  const { metadata, responses } = routeOf(operation);
  expect(Object.keys(responses), asked).toContain(String(status));
  parseBy(responses[status], body, asked);
  if (status < 400) return null;
  const code = body.error.code as BearerErrorCode;
  expect(metadata.errors, asked).toContain(code);
  expect(BEARER_ERRORS[code].status).toBe(status);
  return code;
}
