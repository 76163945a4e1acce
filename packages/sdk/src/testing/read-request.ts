import {
  contract,
  decodeFieldIssue,
  IMMUTABLE_FIELDS,
  type OperationId,
  type RouteMetadata,
} from '@procurement-intents/contract';
import type { Arrival } from './arrival.ts';
import { type FieldProblem, refuseFields, Refusal } from './refusal.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The JSON object of an operation that takes one. @throws Refusal for a body that does not belong or is none. */
export function readBody({ headers, body }: Arrival, expected: 'json' | 'none'): unknown {
  if (expected === 'none') {
    if (body.length > 0) throw new Refusal('BODY_MALFORMED');
    return undefined;
  }
  const type = headers.get('content-type') ?? '';
  const isJson = /^application\/json\s*(;\s*charset=("?)utf-8\2\s*)?$/i.test(type);
  const isPlain = (headers.get('content-encoding') ?? 'identity') === 'identity';
  if (!isJson || !isPlain) throw new Refusal('MEDIA_TYPE_UNSUPPORTED');
  if (body[0] !== '{'.charCodeAt(0)) throw new Refusal('BODY_MALFORMED');
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    throw new Refusal('BODY_MALFORMED');
  }
}

interface Parsed {
  success: boolean;
  data?: unknown;
  error?: { issues: readonly { message: string; path: readonly PropertyKey[] }[] };
}
interface Schema {
  safeParse(value: unknown): Parsed;
}

/** Query and body as the contract's schemas give them back. @throws Refusal with one entry a field. */
export function checkParts(
  operation: OperationId,
  parts: { query: unknown; body: unknown },
): { query: unknown; body: unknown } {
  const route = contract[operation] as { metadata: RouteMetadata; query?: Schema; body?: Schema };
  const takesBody = route.metadata.auth === 'signed' && route.metadata.body === 'json';
  const query = route.query?.safeParse(parts.query);
  const body = takesBody ? route.body?.safeParse(parts.body) : undefined;
  const problems = [query, body].flatMap((parsed) => (parsed?.error?.issues ?? []).flatMap(problemsOf));
  const first = new Map<string, FieldProblem>();
  for (const problem of problems) if (!first.has(problem.field)) first.set(problem.field, problem);
  if (first.size > 0) throw refuseFields(...first.values());
  return { query: query?.data, body: body?.data };
}

function problemsOf({ message, path }: { message: string; path: readonly PropertyKey[] }): FieldProblem[] {
  const issue = decodeFieldIssue(message);
  const place = path.map(String);
  if (issue.rule !== 'unknown') return [{ field: place.join('.'), issue }];
  const isImmutable = (key: string) => (IMMUTABLE_FIELDS as readonly string[]).includes(key);
  return (issue.keys ?? []).map((key) => ({
    field: [...place, key].join('.'),
    issue: { rule: isImmutable(key) ? 'immutable' : 'unknown' },
  }));
}
