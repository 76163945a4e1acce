import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { CAPACITIES, DEFENCES, LIMITS } from '@procurement-intents/contract';
import { ApiError, isCallerError } from '@procurement-intents/domain';
import type { CredentialUses } from '../auth/bearer/credential-uses.ts';
import { ANSWERED, type CallCounts } from '../call-figures/call-counts.ts';
import type { CallCounter } from '../fair-share/call-counter.ts';
import { CallerShares } from '../fair-share/caller-shares.ts';
import { UnsentAnswers } from '../fair-share/unsent-answers.ts';
import { redactError } from '../observability/redact-error.ts';
import { connectionOf } from './connections/connection.ts';
import { dateHeader } from './date-header.ts';
import { StreamedBody } from './handler.ts';
import type { Operation, Operations } from './operations.ts';
import type { Pages } from './pages.ts';
import { rendererAt } from './render-error.ts';
import { REQUEST_CLOSED, RequestContext } from './request-context.ts';
import { closeUnread, send, sendEncoded } from './send.ts';
import { sendStream } from './send-stream.ts';
import { type AdmissionDeps, type Admit, createAdmission } from './steps/admit.ts';
import { type CheckAdmission, createAdmissionCheck } from './steps/check-admission.ts';
import type { BearerAuthentication } from './steps/admit-bearer.ts';
import { allowOrigins } from './steps/allow-origins.ts';
import type { SignedAuthentication } from './steps/admit-signed.ts';
import { limitSize } from './steps/limit-size.ts';
import { limitTime } from './steps/limit-time.ts';
import { observe, type ObserveDeps } from './steps/observe.ts';
import { requireHttps } from './steps/require-https.ts';
import { type ThrottleOptions, UnadmittedThrottle } from './connections/throttle-unadmitted.ts';

const CALL_SHARES = {
  total: CAPACITIES.companyCalls,
  perCaller: DEFENCES.callsAtOnce,
  waitingPerCaller: DEFENCES.callsWaiting,
};
const LIST_SHARES = { total: CAPACITIES.companyLists };

export interface PipelineDeps
  extends SignedAuthentication, BearerAuthentication, ObserveDeps, ThrottleOptions {
  operations: Operations;
  pages: Pages;
  /** Counts each request; default: nobody does. */
  callCounter?: CallCounter;
  /** Counts the calls of each App by their outcome; default: nobody does. */
  appCalls?: Pick<CallCounts, 'add'>;
  /** Notes when an App was last let in; default: nobody does. */
  appUses?: Pick<CredentialUses, 'note'>;
  /** Refuses requests without https. Default false. */
  isHttpsRequired?: boolean;
  /** Origins whose pages may call the API. Default none. */
  allowedOrigins?: readonly string[];
  /** Default `LIMITS.processingMs`. */
  processingMs?: number;
}

/** The steps of a request, in reading order: each one begins after all steps above it have passed. */
export function createPipeline(deps: PipelineDeps): RequestListener {
  const { clock, operations, isHttpsRequired = false, processingMs = LIMITS.processingMs } = deps;
  const refuse = createRefusal(deps);
  const isOriginAllowed = allowOrigins(deps.allowedOrigins ?? []);
  const throttle = new UnadmittedThrottle(deps);
  const answering = openAnswering(deps, throttle);
  const onEnd = finishWith(throttle, deps);
  const timeOut = (request: RequestContext): void => refuse(request, new ApiError('UNAVAILABLE'));

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
    request.operation = match.operation;
    request.params = match.params;
    return respond(request, match.operation, answering);
  }

  /** Sends the page at the path, or refuses with 404 or 405. */
  function answerPage(request: RequestContext, path: string): undefined {
    request.applyHeaders();
    deps.pages.answer(request, (error) =>
      refuseFailure(request, () => {
        if (error === undefined) limitSize(request);
        throw error ?? noOperation(operations.methodsAt(path));
      }),
    );
  }

  function start(request: RequestContext): void {
    deps.callCounter?.add();
    throttle.begin(request);
    refuseFailure(request, () => handle(request));
    // Answered at once, so without an App: counted before the next request of the connection is read.
    if (request.res.headersSent) throttle.count(request);
  }

  /** Answers with the error that `work` throws. A synchronous error is answered before the body is read. */
  function refuseFailure(request: RequestContext, work: () => Promise<void> | void): void {
    try {
      work()?.catch((error: unknown) => {
        refuse(request, error);
        throttle.count(request);
      });
    } catch (error) {
      refuse(request, error);
    }
  }

  return (req: IncomingMessage, res: ServerResponse): void => {
    if (throttle.isActive && connectionOf(req.socket).refuseExcess()) return;
    try {
      const request = new RequestContext(req as RequestContext['req'], res as RequestContext['res']);
      observe(request, deps, onEnd);
      if (throttle.isActive) refuseFailure(request, () => throttle.acquire(request, () => start(request)));
      else start(request);
    } catch (error) {
      // Nothing above should throw; without this, one request could end the process.
      deps.log.error({ err: redactError(error) }, 'request failed before its first step');
      res.destroy();
    }
  };
}

/** What is left to do once a request was answered, or its client has disconnected. */
const finishWith =
  (throttle: UnadmittedThrottle, { appCalls, appUses }: PipelineDeps) =>
  (request: RequestContext): void => {
    throttle.count(request);
    closeUnread(request);
    const { namedApp, app, refusal } = request;
    if (namedApp) appCalls?.add(namedApp.id, refusal ?? ANSWERED);
    if (app) appUses?.note(app.id);
  };

type AnswerDeps = AdmissionDeps & {
  admit: Admit;
  checkAdmission: CheckAdmission;
  /** Lists of Apps: a verb knows which of them wait for a turn. */
  appLists: CallerShares;
  /** Calls of the company's side, and those of them that read many rows. */
  calls: CallerShares;
  lists: CallerShares;
};

async function respond(request: RequestContext, operation: Operation, deps: AnswerDeps): Promise<void> {
  await deps.admit(request, operation);
  const answer = await execute(request, operation, deps);
  if (answer.body instanceof StreamedBody) {
    deps.throttle.count(request);
    return sendStream(request, answer, answer.body, () => deps.checkAdmission(request, operation.metadata));
  }
  send(request, answer);
  deps.unsent.watch(request.app ?? request.foundHolder, request.res);
  deps.throttle.count(request);
}

function openAnswering(deps: PipelineDeps, throttle: UnadmittedThrottle): AnswerDeps {
  const admission = { ...deps, throttle, unsent: new UnsentAnswers() };
  return {
    ...admission,
    admit: createAdmission(admission),
    checkAdmission: createAdmissionCheck(admission),
    appLists: new CallerShares(),
    calls: new CallerShares(CALL_SHARES),
    lists: new CallerShares(LIST_SHARES),
  };
}

/** Validates by the route's schemas, and calls the feature's handler. */
function execute(request: RequestContext, operation: Operation, deps: AnswerDeps) {
  const { metadata } = operation;
  if (metadata.auth === 'signed') request.listTurns = deps.appLists;
  if (metadata.auth !== 'bearer') return operation.respond(request);
  const { callerId } = request;
  const call = () => deps.calls.run(callerId, request, () => operation.respond(request));
  // A list that waits for its turn takes none of the places of the calls.
  if (metadata.readsMany) return deps.lists.run(callerId, request, call);
  request.listTurns = deps.lists;
  return call();
}

/** 405 with `Allow` when the path has other methods, else 404. */
function noOperation(methods: readonly string[]): ApiError {
  if (methods.length === 0) return new ApiError('ROUTE_NOT_FOUND');
  return new ApiError('METHOD_NOT_ALLOWED', { headers: { Allow: methods.join(', ') } });
}

/** Answers with the response for whatever was thrown. Never throws: no caller would catch it. */
function createRefusal({ log }: Pick<PipelineDeps, 'log'>) {
  return (request: RequestContext, error: unknown): void => {
    const { requestId, res } = request;
    // Nobody waits for the answer, and nothing has failed.
    if (error === REQUEST_CLOSED) return;
    if (res.headersSent) {
      log.warn({ requestId, err: redactError(error) }, 'request failed after its response was sent');
      return;
    }
    try {
      const answer = rendererAt(request.path)(error, request.language);
      const { name, status } = answer;
      request.refusal = name;
      if (status === INTERNAL_STATUS && !isCallerError(error))
        log.error({ requestId, err: redactError(error) }, 'request failed');
      else if (status >= INTERNAL_STATUS) log.warn({ requestId, error: name }, 'request refused');
      sendEncoded(request, answer);
    } catch (failure) {
      log.error({ requestId, err: redactError(failure) }, 'error response failed');
      res.destroy();
    }
  };
}

const INTERNAL_STATUS = 500;
