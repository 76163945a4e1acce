import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ERRORS, LIMITS } from '@procurement-intents/contract';
import { RATE_LIMITED } from '../auth/rate-limit/rate-limiter.ts';
import { checkAllowList } from '../auth/signed/allow-list.ts';
import { ApiError } from '../errors.ts';
import { redactError } from '../observability/redact-error.ts';
import type { Logger } from '../observability/logger.ts';
import { readBody } from './body/read-body.ts';
import { dateHeader } from './date-header.ts';
import type { Operation, Operations } from './operations.ts';
import type { Pages } from './pages.ts';
import { renderError } from './render-error.ts';
import { RequestContext } from './request-context.ts';
import { send, sendEncoded } from './send.ts';
import { allowOrigins } from './steps/allow-origins.ts';
import { authenticate, type AuthenticationDeps } from './steps/authenticate.ts';
import { countRequest } from './steps/count-request.ts';
import { limitSize } from './steps/limit-size.ts';
import { limitTime } from './steps/limit-time.ts';
import { observe, type ObserveDeps } from './steps/observe.ts';
import { parseBody } from './steps/parse-body.ts';
import { requireHttps } from './steps/require-https.ts';

export interface PipelineDeps extends AuthenticationDeps, ObserveDeps {
  operations: Operations;
  pages: Pages;
  /** Refuses requests without https. Default false. */
  isHttpsRequired?: boolean;
  /** Origins whose pages may call the API. Default none. */
  allowedOrigins?: readonly string[];
  /** Default `LIMITS.processingMs`. */
  processingMs?: number;
}

/** The steps of a request, in reading order: each one begins after all steps above it have passed. */
export function createPipeline(deps: PipelineDeps): RequestListener {
  const { clock, operations, log, isHttpsRequired = false, processingMs = LIMITS.processingMs } = deps;
  const isOriginAllowed = allowOrigins(deps.allowedOrigins ?? []);
  const timeOut = (request: RequestContext): void => refuse(request, new ApiError('UNAVAILABLE'), log);

  function handle(request: RequestContext): Promise<void> | undefined {
    const { req, path } = request;
    if (path === null) throw new ApiError('ROUTE_NOT_FOUND');
    // Clients set their clocks by `Date`, so it shows the clock that checks timestamps.
    request.addHeader('Date', dateHeader(clock.now()));
    if (!isOriginAllowed(request)) return undefined;
    requireHttps(request, isHttpsRequired);
    const match = operations.find(req.method, path);
    if (!match) return answerPage(request, path);
    limitSize(request);
    limitTime(request, processingMs, timeOut);
    request.operation = match.operation.id;
    request.params = match.params;
    return respond(request, match.operation);
  }

  /** Sends the page at the path, or refuses with 404 or 405. */
  function answerPage(request: RequestContext, path: string): undefined {
    request.applyHeaders();
    deps.pages.answer(request, (error) =>
      refuseFailure(request, () => {
        if (error !== undefined) throw error;
        limitSize(request);
        throw noOperation(operations.methodsAt(path));
      }),
    );
  }

  async function respond(request: RequestContext, operation: Operation): Promise<void> {
    await admit(request, operation, deps);
    // Validates by the route's schemas, and calls the feature's handler.
    send(request, await operation.respond(request));
  }

  /** Answers with the error that `work` throws. A synchronous error is answered before the body is read. */
  function refuseFailure(request: RequestContext, work: () => Promise<void> | undefined): void {
    try {
      work()?.catch((error: unknown) => refuse(request, error, log));
    } catch (error) {
      refuse(request, error, log);
    }
  }

  return (req: IncomingMessage, res: ServerResponse): void => {
    try {
      const request = new RequestContext(req as RequestContext['req'], res as RequestContext['res']);
      observe(request, deps);
      refuseFailure(request, () => handle(request));
    } catch (error) {
      // Nothing above should throw; without this, one request could end the process.
      log.error({ err: redactError(error) }, 'request failed before its first step');
      res.destroy();
    }
  };
}

/** Authenticates the caller, checks its limits and permissions, and parses the body. */
async function admit(request: RequestContext, { metadata }: Operation, deps: PipelineDeps): Promise<void> {
  if (metadata.auth === 'none') {
    await readBody(request, 'none');
    return;
  }
  await authenticate(request, deps, metadata.body);
  // Counted before the allow list and the permission are checked, so that their refusals have the rate limit headers.
  // The rate limit itself refuses last, in the documented order.
  const { isOver } = await countRequest(request, deps.limiter, metadata.rateLimit);
  checkAllowList(request.caller, request.ip);
  if (!request.caller.permissions.includes(metadata.permission)) throw new ApiError('PERMISSION_MISSING');
  if (isOver) throw RATE_LIMITED;
  request.body = parseBody(request, metadata.body);
}

/** 405 with `Allow` when the path has other methods, else 404. */
function noOperation(methods: readonly string[]): ApiError {
  if (methods.length === 0) return new ApiError('ROUTE_NOT_FOUND');
  return new ApiError('METHOD_NOT_ALLOWED', { headers: { Allow: methods.join(', ') } });
}

/** Answers with the response for whatever was thrown. Never throws: no caller would catch it. */
function refuse(request: RequestContext, error: unknown, log: Logger): void {
  const { requestId, res } = request;
  if (res.headersSent) {
    log.warn({ requestId, err: redactError(error) }, 'request failed after its response was sent');
    return;
  }
  try {
    const answer = renderError(error, request.language);
    const { name } = answer;
    request.refusal = name;
    if (name === 'INTERNAL') log.error({ requestId, err: redactError(error) }, 'request failed');
    else if (ERRORS[name].status >= 500) log.warn({ requestId, error: name }, 'request refused');
    sendEncoded(request, answer);
  } catch (failure) {
    log.error({ requestId, err: redactError(failure) }, 'error response failed');
    res.destroy();
  }
}
