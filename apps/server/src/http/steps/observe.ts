import {
  context as traceContext,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { Logger } from '../../observability/logger.ts';
import type { Metrics } from '../../observability/metrics.ts';
import type { MatchedOperation, RequestContext } from '../request-context.ts';

const tracer = trace.getTracer('procurement-intents');

export interface ObserveDeps {
  log: Logger;
  metrics: Metrics;
  /** Whether spans are sent. Default false: without a receiver they are only work. */
  isTraced?: boolean;
}

/**
 * Writes one log line, one measurement and, when traced, one span for each request, when it has been answered or its client has
 * disconnected. Paths and queries are left out, because they hold data of callers.
 *
 * @param onEnd - called then, before the line is written.
 */
export function observe(
  request: RequestContext,
  { log, metrics, isTraced = false }: ObserveDeps,
  onEnd: (request: RequestContext) => void,
): void {
  const startedAt = performance.now();
  const span = isTraced ? startSpan(request.req) : null;
  const { res } = request;
  // Happens once. `once` would add two objects for each request.
  res.on('close', () => {
    onEnd(request);
    const { requestId, operation: matched, app, foundHolder, refusal } = request;
    const operation = matched?.id ?? 'unmatched';
    const durationMs = performance.now() - startedAt;
    // 499 is nginx's status for a client that disconnected before the response.
    const status = res.writableFinished ? res.statusCode : 499;
    metrics.requestAnswered(operation, status, durationMs / 1000);
    if (refusal !== undefined) metrics.requestRefused(refusal);
    if (span) endSpan(span, { operation: matched, status, requestId });
    log.info(
      {
        requestId,
        operation,
        status,
        durationMs: Math.round(durationMs * 10) / 10,
        // The log leaves out what is undefined.
        appId: app?.id,
        credentialId: foundHolder?.credentialId,
        error: refusal,
      },
      'request answered',
    );
  });
}

function startSpan({ method, headers }: RequestContext['req']): Span {
  const parent = propagation.extract(traceContext.active(), headers);
  return tracer.startSpan(method, { kind: SpanKind.SERVER }, parent);
}

interface Outcome {
  operation: MatchedOperation | undefined;
  status: number;
  requestId: string;
}

function endSpan(span: Span, { operation, status, requestId }: Outcome): void {
  if (!span.isRecording()) return;
  if (operation)
    span.updateName(`${operation.method} ${operation.path}`).setAttribute('http.route', operation.path);
  span.setAttributes({ 'http.response.status_code': status, 'request.id': requestId });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
