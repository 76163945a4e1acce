import { setTimeout as delay } from 'node:timers/promises';
import { wordFor, type Client, type Kind } from './clients.ts';
import type { Fault } from './faults-of-service.ts';
import type { Service } from './open-service.ts';

export interface FaultCase {
  title: string;
  fault: Fault;
  method: 'GET' | 'POST';
  timeoutMs?: number;
  /** Whether it means nothing to a client that signs nothing. */
  isOfSigned?: boolean;
}

export const FAULT_CASES: readonly FaultCase[] = [
  {
    title: 'GET: 429 with nothing but `X-RateLimit-Reset`, 1 to 2 s away',
    fault: 'rate-limit',
    method: 'GET',
  },
  { title: 'GET: 500 twice', fault: 'internal', method: 'GET' },
  { title: 'GET: 503 with `Retry-After: 1`', fault: 'unavailable', method: 'GET' },
  { title: 'GET: connection reset twice before an answer', fault: 'reset', method: 'GET' },
  { title: 'GET: body stalls, time limit 400 ms', fault: 'stalled', method: 'GET', timeoutMs: 400 },
  { title: 'GET: 403 with a page of HTML', fault: 'html', method: 'GET' },
  { title: 'GET: our clock 10 min behind (40102)', fault: 'skew', method: 'GET', isOfSigned: true },
  { title: 'POST: 500 twice', fault: 'internal', method: 'POST' },
  { title: 'POST: connection reset twice before an answer', fault: 'reset', method: 'POST' },
];

export interface FaultResult {
  outcome: string;
  requests: number;
  /** Purchases that a service would have made which honours idempotency keys; creates only. */
  purchases: number;
  ms: number;
}

// Longer than any client here goes on by itself.
const WATCH_MS = 20_000;

/** Meets one fault with one client; `null` where the case does not apply. */
export async function measureFault(
  kind: Kind,
  { fault, method, timeoutMs, isOfSigned = false }: FaultCase,
  { baseUrl, readSeen }: Service,
): Promise<FaultResult | null> {
  if (isOfSigned && !kind.isSigned) return null;
  const appId = `${wordFor(kind)}-${method}.${fault}`;
  const client = await kind.open({ baseUrl, appId, ...(timeoutMs !== undefined && { timeoutMs }) });
  const startedAt = performance.now();
  const outcome = await settle(client, method, fault);
  const ms = performance.now() - startedAt;
  const { requests, purchases } = await readSeen(appId);
  return { outcome, requests, purchases, ms };
}

async function settle(client: Client, method: 'GET' | 'POST', fault: Fault): Promise<string> {
  const watch = new AbortController();
  const call = method === 'GET' ? client.get(fault) : client.create();
  const outcome = await Promise.race([
    call.then(describeResult, describeError),
    delay(WATCH_MS, 'hangs', { signal: watch.signal }),
  ]);
  watch.abort();
  return outcome;
}

/** openapi-fetch throws nothing that the service has answered: its caller has to look. */
function describeResult(result: unknown): string {
  const hasError = typeof result === 'object' && result !== null && 'error' in result;
  return hasError && result.error !== undefined ? 'returns `{ error }`' : 'success';
}

function describeError(error: unknown): string {
  const { name, constructor, status, statusCode, response } = error as {
    name: string;
    constructor: { name: string };
    status?: number;
    statusCode?: number;
    response?: Response;
  };
  const readable = status ?? statusCode ?? response?.status;
  const label = name === 'Error' ? constructor.name : name;
  return `\`${label}\`${readable === undefined ? '' : ` with status ${readable}`}`;
}
