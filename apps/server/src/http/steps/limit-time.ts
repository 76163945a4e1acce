import type { RequestContext } from '../request-context.ts';

/** Calls `onTimeout` when the request has no answer after `processingMs`. */
export function limitTime(
  request: RequestContext,
  processingMs: number,
  onTimeout: (request: RequestContext) => void,
): void {
  const { res } = request;
  const timer = setTimeout(() => {
    if (!res.headersSent) onTimeout(request);
  }, processingMs);
  res.on('close', () => clearTimeout(timer));
}
