import { RATE_LIMITS } from '@procurement-intents/contract';
import type { Fetch, FetchInit } from '../src/index.ts';

export interface LimitedOptions {
  /** Requests per second and bucket, in whole seconds of the service's clock. */
  limits?: Record<string, number>;
  /** How far the service's clock is ahead of ours. */
  aheadMs?: number;
  /** Travel time of a request, and again of its response. */
  travelMs?: number;
  /** Requests that other processes of the App sent in a second, by its number. */
  usedByOthers?: (second: number) => number;
}

/** The bucket of a request. */
function bucketOf({ method }: FetchInit, url: string): string {
  if (method === 'GET') return 'read';
  return method === 'POST' && url.endsWith('/intents') ? 'create' : 'write';
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A `fetch` to a service in this process, which counts requests as the real one does. */
export function limitedService(options: LimitedOptions = {}) {
  const limits: Record<string, number> = options.limits ?? RATE_LIMITS;
  const { aheadMs = 0, travelMs = 1, usedByOthers = () => 0 } = options;
  const counts = new Map<string, number>();
  const log: { second: number; status: number; url: string; atMs: number }[] = [];
  const count = (name: string, second: number) => {
    const used = (counts.get(`${name} ${second}`) ?? usedByOthers(second)) + 1;
    counts.set(`${name} ${second}`, used);
    return { limit: limits[name] ?? 0, remaining: Math.max(0, (limits[name] ?? 0) - used), used };
  };
  const fetch: Fetch = async (url, init) => {
    const atMs = Date.now();
    await sleep(travelMs);
    const second = Math.floor((Date.now() + aheadMs) / 1_000);
    const own = count(bucketOf(init, url), second);
    const counted = own.used > own.limit ? [own] : [own, count('general', second)];
    const tightest = counted.reduce((a, b) => (b.remaining < a.remaining ? b : a));
    const status = tightest.used > tightest.limit ? 429 : 200;
    log.push({ second, status, url, atMs });
    await sleep(travelMs);
    return new Response(JSON.stringify({ code: status === 429 ? 42901 : 0, message: '', data: {} }), {
      status,
      headers: {
        date: new Date(second * 1_000).toUTCString(),
        'x-ratelimit-limit': String(tightest.limit),
        'x-ratelimit-remaining': String(tightest.remaining),
        'x-ratelimit-reset': String(second + 1),
      },
    });
  };
  return { fetch, log, refused: () => log.filter(({ status }) => status === 429).length };
}
