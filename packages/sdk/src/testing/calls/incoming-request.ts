import type { TestRequest, TestRequestInit } from '../types.ts';

/** A request as the service receives it. */
export interface IncomingRequest {
  method: string;
  /** Scheme and host. */
  origin: string;
  /** Path and query, as on the request line. */
  path: string;
  headers: { get(name: string): string | null };
  body: Uint8Array<ArrayBuffer>;
  signal: AbortSignal | undefined;
}

/** Looks up headers in any case. Of two names that differ only in case, the last one counts. */
export function readHeaders(headers: NonNullable<TestRequestInit['headers']>): IncomingRequest['headers'] {
  if (typeof headers.get === 'function') return headers as IncomingRequest['headers'];
  const values = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]));
  return { get: (name) => values.get(name.toLowerCase()) ?? null };
}

/** Reads the arguments of `fetch`, or of a handler of msw. */
export async function readIncomingRequest(
  input: string | { readonly href: string } | TestRequest,
  init: TestRequestInit = {},
): Promise<IncomingRequest> {
  const given = typeof input === 'object' && 'arrayBuffer' in input ? input : undefined;
  const url = new URL(typeof input === 'string' ? input : 'href' in input ? input.href : input.url);
  return {
    method: (init.method ?? given?.method ?? 'GET').toUpperCase(),
    origin: url.origin,
    path: url.pathname + url.search,
    headers: init.headers ? readHeaders(init.headers) : (given?.headers ?? readHeaders({})),
    body: await readBytes(init.body, given),
    signal: (init.signal ?? given?.signal ?? undefined) as AbortSignal | undefined,
  };
}

async function readBytes(
  body: TestRequestInit['body'],
  request: TestRequest | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  return new Uint8Array(body ?? (await request?.arrayBuffer()) ?? []);
}
