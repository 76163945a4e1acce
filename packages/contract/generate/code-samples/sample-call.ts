import { contract } from '../../src/contract.ts';
import { signedPartOf } from '../../src/signed/metadata.ts';
import { ROUTES, type OperationId } from '../../src/signed/route-table.ts';
import { examplePath } from '../example-path.ts';
import { REQUEST_EXAMPLES } from '../openapi/examples.ts';

/** The idempotency key in the samples of create. */
export const SAMPLE_KEY = 'order-2026-11-21-0001';
const QUERIES: Partial<Record<OperationId, Record<string, string | number>>> = {
  listIntents: { status: 'SUBMITTED', pageSize: 20 },
};

/** Timeout of a sample in seconds: longer than the 30 s that the service takes at most. */
export const SAMPLE_TIMEOUT_SECONDS = 35;

/** The call that a sample makes, before it is signed. */
export interface SampleCall {
  id: OperationId;
  method: string;
  /** Path and query, as on the request line. */
  path: string;
  query: Record<string, string | number>;
  fields: object | null;
  /** The text of `fields` as it is sent; `null` for a call without a body. */
  body: string | null;
  isSigned: boolean;
  /** Headers other than those of the signature. */
  headers: [name: string, value: string][];
}

// Each language quotes the body in its own way. A body without these characters needs no escaping in any of them.
const UNSAFE = /['`\\$]|"""/;

/** The call that the samples of an operation make: its first example. */
export function sampleCall(id: OperationId): SampleCall {
  const { method, path } = ROUTES[id];
  const query = QUERIES[id] ?? {};
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const fields = Object.values(REQUEST_EXAMPLES[id] ?? {})[0]?.value as object | undefined;
  const body = fields === undefined ? null : JSON.stringify(fields, null, 2);
  if (body !== null && UNSAFE.test(body))
    throw new Error(`${id}: its example holds what a sample must escape.`);
  return {
    id,
    method,
    path: examplePath(path) + (search.length > 0 ? `?${search.join('&')}` : ''),
    query,
    fields: fields ?? null,
    body,
    isSigned: signedPartOf(contract[id].metadata) !== null,
    headers: [
      ...(id === 'createIntent' ? ([['Idempotency-Key', SAMPLE_KEY]] as [string, string][]) : []),
      ...(body === null ? [] : ([['Content-Type', 'application/json']] as [string, string][])),
    ],
  };
}

/** Joins lines and leaves out those that do not apply. */
export const lines = (...parts: (string | false | readonly string[])[]): string =>
  parts
    .filter((part) => part !== false)
    .flat()
    .join('\n');
