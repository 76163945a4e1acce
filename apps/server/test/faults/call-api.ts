import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { signedHeaders, type Signer } from '../support/sign.ts';

export interface ApiAnswer {
  status: number;
  code: number;
  data: any;
  headers: Record<string, string | string[] | undefined>;
  /** From the first byte out to the last byte in. */
  tookMs: number;
}

export interface ApiCall {
  port: number;
  signer: Signer;
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

// A client's own patience; the service promises less.
const TIMEOUT_MS = 35_000;

/** One signed call on a connection of its own. Null when the connection broke before the whole answer was there. */
export async function callApi({ port, signer, method, path, ...call }: ApiCall): Promise<ApiAnswer | null> {
  const body = call.body === undefined ? '' : JSON.stringify(call.body);
  const startedAt = performance.now();
  try {
    return await new Promise<ApiAnswer>((resolve, reject) => {
      const asked = request({
        port,
        host: '127.0.0.1',
        method,
        path,
        agent: false,
        timeout: TIMEOUT_MS,
        headers: {
          ...signedHeaders(signer, { method, path, body }),
          ...(body !== '' && {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(body),
          }),
          ...call.headers,
        },
      });
      asked.on('timeout', () => asked.destroy(new Error('no answer')));
      asked.on('error', reject);
      asked.on('response', (answer) => {
        const tellAll = async (): Promise<ApiAnswer> => {
          const { code, data } = JSON.parse(await text(answer)) as { code: number; data: unknown };
          const tookMs = performance.now() - startedAt;
          return { status: answer.statusCode ?? 0, code, data, headers: answer.headers, tookMs };
        };
        tellAll().then(resolve, reject);
      });
      asked.end(body);
    });
  } catch {
    return null;
  }
}

const TRIES = 40;
const AGAIN_MS = 250;

/** The call, repeated for 10 s while the service is unavailable, as its callers do: a busy machine may refuse a few. */
export async function callPatiently(call: ApiCall): Promise<ApiAnswer> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const answer = await callApi(call);
    if (answer && answer.status !== 503) return answer;
    await delay(AGAIN_MS);
  }
  throw new Error(`${call.method} ${call.path} has no answer after ${TRIES} tries`);
}
