import { createHmac } from 'node:crypto';

export interface Signer {
  appId: string;
  appSecret: string;
}

/** What a signed call sends, beside method and path. */
export interface CallOptions {
  body?: unknown;
  /** Bytes to send instead of `body`. */
  rawBody?: string;
  signer?: Signer;
  headers?: Record<string, string>;
}

/** The three headers of a signed request, over exactly these bytes. */
export function signedHeaders(
  signer: Signer,
  request: { method: string; path: string; body?: string | Buffer; timestamp?: string },
) {
  const timestamp = request.timestamp ?? String(Date.now());
  const signature = createHmac('sha256', signer.appSecret)
    .update(request.method + request.path + timestamp)
    .update(request.body ?? '')
    .digest('hex');
  return { 'X-App-Id': signer.appId, 'X-Timestamp': timestamp, 'X-Signature': signature };
}

/** What `fetch` is given for a signed call; `headers` go over those of the signature. */
export function signedRequest(
  request: { method: string; path: string; timestamp: string },
  { rawBody, body: value, signer, headers }: CallOptions & { signer: Signer },
) {
  const body = rawBody ?? (value === undefined ? undefined : JSON.stringify(value));
  const withBody = body !== undefined && { body };
  return {
    method: request.method,
    ...withBody,
    headers: {
      ...signedHeaders(signer, { ...request, ...withBody }),
      ...(withBody && { 'Content-Type': 'application/json' }),
      ...headers,
    },
  };
}
