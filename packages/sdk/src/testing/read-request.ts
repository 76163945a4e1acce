import { contract, type OperationId, type RouteMetadata, signedPartOf } from '@procurement-intents/contract';
import {
  collectFieldProblems,
  parseJsonBody,
  requireNoBody,
  ValidationError,
} from '@procurement-intents/domain';
import type { IncomingRequest } from './incoming-request.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The JSON object of an operation with a body. @throws ApiError for a malformed body, or for any body on another
 * operation.
 */
export function readBody({ headers, body }: IncomingRequest, expected: 'json' | 'none'): unknown {
  if (expected === 'none') return requireNoBody(body);
  const contentType = headers.get('content-type');
  const contentEncoding = headers.get('content-encoding');
  return parseJsonBody(body, { contentType, contentEncoding }, (bytes) => utf8.decode(bytes));
}

interface Parsed {
  data?: unknown;
  error?: { issues: readonly { message: string; path: readonly PropertyKey[] }[] };
}
interface Schema {
  safeParse(value: unknown): Parsed;
}

/** Query and body as the contract's schemas parse them. @throws ValidationError with one entry per field. */
export function checkParts(
  operation: OperationId,
  parts: { query: unknown; body: unknown },
): { query: unknown; body: unknown } {
  const route = contract[operation] as { metadata: RouteMetadata; query?: Schema; body?: Schema };
  const takesBody = signedPartOf(route.metadata)?.body === 'json';
  const query = route.query?.safeParse(parts.query);
  const body = takesBody ? route.body?.safeParse(parts.body) : undefined;
  const problems = collectFieldProblems([query?.error, body?.error]);
  if (problems.length > 0) throw new ValidationError(problems);
  return { query: query?.data, body: body?.data };
}
