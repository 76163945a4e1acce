import type { RequestListener } from 'node:http';
import { LIMITS, parseQuery } from '@procurement-intents/contract';
import express, { type Request, type RequestHandler, type Response } from 'express';
import type { AppDirectory } from './client-apps/app-directory.ts';
import { allowOrigins } from './edge/allow-origins.ts';
import { answerJson } from './edge/answer-json.ts';
import { ApiError } from './errors.ts';
import { BodyBudget, type BodyBudgetLimits } from './edge/body-budget.ts';
import { deadline } from './edge/deadline.ts';
import { expressMessages, type Messages } from './edge/express-messages.ts';
import { guardHttps } from './edge/guard-https.ts';
import { guardLength, guardUrl } from './edge/guard-size.ts';
import { inOrder } from './edge/in-order.ts';
import { mountContract, refuseUnmatched } from './edge/mount-contract.ts';
import { observeRequest } from './edge/observe-request.ts';
import { createOperationTable } from './edge/operation-table.ts';
import type { RateLimiter } from './edge/rate-limit.ts';
import { renderError } from './edge/render-error.ts';
import { requestContext } from './edge/request-context.ts';
import { trustProxies } from './edge/trusted-proxies.ts';
import { createHealthCheck } from './health/check-health.ts';
import { describeDefect } from './observability/describe-defect.ts';
import type { Logger } from './observability/logger.ts';
import type { IntentsContext } from './intents/intents-context.ts';
import { intentHandlers } from './intents/routes.ts';
import { type ApiDocument, serveDocs } from './docs/routes.ts';
import type { Metrics } from './observability/metrics.ts';

export interface ApiDeps {
  context: IntentsContext;
  apps: AppDirectory;
  limiter: RateLimiter;
  isDatabaseUp: () => Promise<boolean>;
  metrics: Metrics;
  log: Logger;
  document: ApiDocument;
  /** Addresses and CIDR ranges of the proxies whose `X-Forwarded-*` headers are believed. */
  trustedProxies: readonly string[];
  isDraining: () => boolean;
  /** Refuses what did not arrive over https. Default false. */
  isHttpsRequired?: boolean;
  /** Origins whose pages may call the API. Default none. */
  allowedOrigins?: readonly string[];
  /** Default `LIMITS.processingMs`. */
  processingMs?: number;
  /** Default: that of `BodyBudgetLimits`. */
  bodyBudget?: BodyBudgetLimits;
}

/** What a server needs to answer for the service: the listener relies on messages of these kinds. */
export interface Api {
  listener: RequestListener;
  messages: Messages;
  /** Whether the address is of a proxy that is trusted. */
  isProxy: (address: string) => boolean;
}

/** The edge, in reading order: what stands above has refused before what stands below begins. */
export function createApi(deps: ApiDeps): Api {
  const { context, apps, limiter, log } = deps;
  const { clock } = context;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  answerJson(app);
  app.set('query parser', parseQuery);
  const isProxy = trustProxies(app, deps.trustedProxies);

  const observe = observeRequest({ log, metrics: deps.metrics });
  // Callers set their clocks by it, and timestamps are judged by this one.
  const showClock: RequestHandler = (_req, res, next) => {
    res.setHeader('Date', clock.now().toUTCString());
    next();
  };
  const { allowedOrigins = [] } = deps;
  const atTheDoor: RequestHandler[] = [
    requestContext,
    observe,
    showClock,
    ...(allowedOrigins.length > 0 ? [allowOrigins(allowedOrigins)] : []),
    guardHttps(deps.isHttpsRequired ?? false),
  ];
  const getHealth = createHealthCheck({
    isDatabaseUp: deps.isDatabaseUp,
    clock,
    isDraining: deps.isDraining,
  });
  const arrival = [guardUrl, guardLength, deadline(deps.processingMs ?? LIMITS.processingMs)];
  const operations = createOperationTable([...atTheDoor, ...arrival]);
  mountContract(operations.app, { getHealth, ...intentHandlers(context) }, { apps, clock, limiter });
  const render = renderError(log);
  // What is no operation goes by Express.
  app.use(inOrder([...atTheDoor, serveDocs(deps.document), ...arrival, refuseUnmatched(operations)]));
  app.use(render);
  // A target such as `http://` has no path: Express takes it past all of the above, to an HTML page of its own.
  const refusePathless = (req: Request, res: Response): void =>
    requestContext(req, res, () =>
      observe(req, res, () => render(new ApiError('ROUTE_NOT_FOUND'), req, res, () => undefined)),
    );
  const serve = (req: Request, res: Response): void => {
    const run = operations.find(req);
    if (!run) {
      app(req, res, () => refusePathless(req, res));
      return;
    }
    req.res = res;
    req.originalUrl = req.url;
    const refuse = (error?: unknown): void => void render(error, req, res, () => undefined);
    void run(req, res, (error?: unknown) => operations.refuse(error, req, res, refuse));
  };
  const listener = (req: Request, res: Response): void => {
    try {
      serve(req, res);
    } catch (error) {
      // Nothing above throws here; if something did, one request could end the process.
      log.error({ err: describeDefect(error) }, 'request failed before its first step');
      res.destroy();
    }
  };
  return {
    listener: listener as RequestListener,
    messages: expressMessages(app, new BodyBudget(deps.bodyBudget)),
    isProxy,
  };
}
