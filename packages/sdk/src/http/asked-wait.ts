import type { FetchHeaders } from '../runtime-types.ts';

/**
 * The wait that the headers ask for, in milliseconds: `Retry-After`, else, with a 429, `X-RateLimit-Reset`; `null`
 * without either.
 *
 * @param nowMs - Unix milliseconds by the service's clock.
 */
export function readAskedWait(headers: FetchHeaders, status: number, nowMs: number): number | null {
  const retryAfter = headers.get('retry-after')?.trim();
  if (retryAfter && /^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  const resetMs = status === 429 && Number(headers.get('x-ratelimit-reset')) * 1_000;
  const atMs = Date.parse(retryAfter ?? '') || resetMs;
  return atMs ? Math.max(0, atMs - nowMs) : null;
}
