import { parseQuery } from '@procurement-intents/contract';
import {
  collectFieldProblems,
  parseFormBody,
  parseJsonBody,
  requireNoBody,
  ValidationError,
} from '@procurement-intents/domain';
import type { IncomingRequest } from './incoming-request.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The JSON object or the form of an operation with a body. @throws ApiError for a malformed body, or for any body on another
 * operation.
 */
export function readBody({ headers, body }: IncomingRequest, expected: 'json' | 'form' | 'none'): unknown {
  if (expected === 'none') return requireNoBody(body);
  const contentType = headers.get('content-type');
  const contentEncoding = headers.get('content-encoding');
  if (expected === 'form') return parseFormBody(body, { contentType, contentEncoding }, toLatin1);
  return parseJsonBody(body, { contentType, contentEncoding }, (bytes) => utf8.decode(bytes));
}

const toLatin1 = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

interface Parsed {
  data?: unknown;
  error?: { issues: readonly { message: string; path: readonly PropertyKey[] }[] };
}
interface Schema {
  safeParse(value: unknown): Parsed;
}

/** Query and body as the contract's schemas parse them. @throws ValidationError with one entry per field. */
export function checkParts(
  route: object,
  { path }: Pick<IncomingRequest, 'path'>,
  given: unknown,
): { query: unknown; body: unknown } {
  const schemas = route as { metadata: { body?: string }; query?: Schema; body?: Schema };
  const [, search = ''] = /\?(.*)$/s.exec(path) ?? [];
  const takesBody = (schemas.metadata.body ?? 'none') !== 'none';
  const query = schemas.query?.safeParse(parseQuery(search));
  const body = takesBody ? schemas.body?.safeParse(given) : undefined;
  const problems = collectFieldProblems([query?.error, body?.error]);
  if (problems.length > 0) throw new ValidationError(problems);
  return { query: query?.data, body: body?.data };
}
