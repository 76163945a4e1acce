import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { ROUTES, SIGNING_HEADERS, signingPrefix } from '@procurement-intents/contract';

export interface BenchApp {
  id: string;
  secret: string;
  key: KeyObject;
}

/** Apps whose limits add up far above what the machine can do: 2,000 may create 20,000 intents a second. */
export function makeApps(count: number): BenchApp[] {
  return Array.from({ length: count }, (_, index) => {
    const secret = randomBytes(32).toString('base64url');
    return {
      id: `app_bench_${String(index).padStart(5, '0')}`,
      secret,
      key: createSecretKey(Buffer.from(secret)),
    };
  });
}

export interface RequestLine {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  /** Whether the signature is well-formed but wrong. */
  isForged?: boolean;
}

// Refusals are limited by the caller's address, so that they have to come from many.
const ADDRESSES = 1024;
let requestsMade = 0;

/** What the proxy in front of the service adds to a request: the caller's address, another one each time. */
function proxyHeaders(): Record<string, string> {
  requestsMade += 1;
  const address = requestsMade % ADDRESSES;
  return { 'X-Forwarded-For': `10.0.${address >> 8}.${address & 255}`, 'X-Forwarded-Proto': 'https' };
}

/** The headers of a signed request, as it comes from a proxy in front of the service. Valid for five minutes. */
export function signedHeaders(app: BenchApp, line: RequestLine): Record<string, string> {
  const { method, path, body = '', isForged = false } = line;
  const timestamp = String(Date.now());
  const signed = signingPrefix(method, path, timestamp) + body + (isForged ? 'x' : '');
  return {
    [SIGNING_HEADERS.appId]: app.id,
    [SIGNING_HEADERS.timestamp]: timestamp,
    [SIGNING_HEADERS.signature]: createHmac('sha256', app.key).update(signed).digest('hex'),
    ...proxyHeaders(),
    ...(body !== '' && {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
    }),
  };
}

/** A whole signed request as bytes. */
export const signedRequest = (app: BenchApp, line: RequestLine): Buffer =>
  requestBytes(line, signedHeaders(app, line));

/** A whole request with a bearer credential as bytes. */
export const bearerRequest = (credential: string, line: RequestLine): Buffer =>
  requestBytes(line, { Authorization: `Bearer ${credential}`, ...proxyHeaders() });

function requestBytes({ method, path, body = '' }: RequestLine, headers: Record<string, string>): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`${method} ${path} HTTP/1.1`, 'Host: bench.example', ...lines];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}

let creates = 0;

/** The body of a create that no other equals. A few products only, as in a sale. */
export function createBody(productPrefix: string): string {
  creates += 1;
  return JSON.stringify({
    userId: `user_${creates}`,
    platform: 'PLATFORM_A',
    productUrl: `${productPrefix}${creates % 8}`,
    title: '无线鼠标 静音 2.4G',
    price: 199.5,
    quantity: 1 + (creates % 9),
    recipientName: '张三',
    address: '北京市朝阳区建国路 88 号 3 座 1201',
    phone: '13800138000',
    remarks: '工作日送货',
  });
}

let keys = 0;
const nextKey = (): string => `order-${(keys += 1)}`;

/** A whole signed create as bytes, under a key. */
export function keyedCreateRequest(app: BenchApp, productPrefix: string): Buffer {
  const line = { method: 'POST', path: ROUTES.createIntent.path, body: createBody(productPrefix) } as const;
  return requestBytes(line, { ...signedHeaders(app, line), 'Idempotency-Key': nextKey() });
}

/** A whole signed batch of such creates as bytes. */
export function batchRequest(app: BenchApp, productPrefix: string, count: number): Buffer {
  const items = Array.from({ length: count }, () =>
    createBody(productPrefix).replace('{', `{"idempotencyKey":"${nextKey()}",`),
  );
  const body = `{"items":[${items.join(',')}]}`;
  return signedRequest(app, { method: 'POST', path: ROUTES.createIntents.path, body });
}

/** A whole signed create as bytes. */
export function createRequest(app: BenchApp, productPrefix: string, isForged = false): Buffer {
  const body = createBody(productPrefix);
  return signedRequest(app, { method: 'POST', path: ROUTES.createIntent.path, body, isForged });
}

export const intentPath = (id: string): string => ROUTES.getIntent.path.replace(':id', id);
