import { createHmac, createSecretKey } from 'node:crypto';

/** The headers that sign a request, as somebody writes them who knows that a prepared key is faster. */
export function createHandSigner(appId: string, appSecret: string) {
  const key = createSecretKey(appSecret, 'utf8');
  return (method: string, path: string, body: string): Record<string, string> => {
    const timestamp = String(Date.now());
    const signature = createHmac('sha256', key)
      .update(method + path + timestamp + body, 'utf8')
      .digest('hex');
    return { 'x-app-id': appId, 'x-timestamp': timestamp, 'x-signature': signature };
  };
}

/** The least that a caller can do: sign, send, read, and throw unless it went well. */
export function createHandSignedFetch(baseUrl: string, appId: string, appSecret: string) {
  const sign = createHandSigner(appId, appSecret);
  return async (method: string, path: string, body = '', signal?: AbortSignal): Promise<unknown> => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { 'content-type': 'application/json', ...sign(method, path, body) },
      body: body || null,
      signal: signal ?? null,
    });
    if (!response.ok) throw new Error(`${method} ${path}: HTTP ${response.status}`);
    const { data } = (await response.json()) as { data: unknown };
    return data;
  };
}

// As long as the service may take, and the network.
const LIMIT_MS = 35_000;

/**
 * The same with what a caller needs in production and our client promises: a time limit, an abort by the caller, no
 * followed redirect, and an error that says what the service said. It still repeats nothing and keeps to no rate limit.
 */
export function createBoundedFetch(baseUrl: string, appId: string, appSecret: string, limitMs = LIMIT_MS) {
  const sign = createHandSigner(appId, appSecret);
  return async (method: string, path: string, body = '', signal?: AbortSignal): Promise<unknown> => {
    const limit = AbortSignal.timeout(limitMs);
    const response = await fetch(baseUrl + path, {
      method,
      headers: { 'content-type': 'application/json', ...sign(method, path, body) },
      body: body || null,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    const text = await response.text();
    const requestId = response.headers.get('x-request-id');
    const { code, message, data } = parse(text);
    if (!response.ok || code !== 0) {
      const name = response.headers.get('x-error-name') ?? 'UNKNOWN';
      const facts = { name, code, data, status: response.status, requestId };
      throw Object.assign(new Error(`${method} ${path}: ${message} (${name} ${code})`), facts);
    }
    return data;
  };
}

interface Envelope {
  code: number;
  message: string;
  data?: unknown;
}

function parse(text: string): Envelope {
  try {
    return JSON.parse(text) as Envelope;
  } catch {
    return { code: -1, message: 'not an answer of the service' };
  }
}
