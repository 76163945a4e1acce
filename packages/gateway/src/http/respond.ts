import type { GatewayRefusal } from '@procurement-intents/contract/gateway/messages';

interface Issue {
  path: readonly PropertyKey[];
  message: string;
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });
}

export const notFound = (reason: string): Response => json(404, { reason });

/** A definite no to this call: every field that cannot work. Values stay out of it, some are personal. */
export function badRequest(issues: readonly Issue[]): Response {
  const named = issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const message = named.map((issue) => `${issue.path || 'request'}: ${issue.message}`).join('; ');
  const refusal: GatewayRefusal = { reason: 'OTHER', message };
  return json(400, { ...refusal, issues: named });
}

/** Not now; the service asks again after this time. */
export function unavailable(retryAfterMs: number, message: string): Response {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  return json(503, { reason: 'UNAVAILABLE', message }, { 'retry-after': String(seconds) });
}
