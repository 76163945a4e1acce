import type { RequestListener } from 'node:http';
import type { AppDirectory } from './client-apps/app-directory.ts';
import type { RateLimiter } from './auth/rate-limit/rate-limiter.ts';
import { type ApiDocument, docsPages } from './docs/pages.ts';
import { createHealthCheck } from './health/check-health.ts';
import { BodyBudget, type BodyBudgetLimits } from './http/body/body-budget.ts';
import { createExpressApp } from './http/express-app.ts';
import { createMessageClasses, type MessageClasses } from './http/messages.ts';
import { mountOperations } from './http/operations.ts';
import { servePages } from './http/pages.ts';
import { createPipeline } from './http/pipeline.ts';
import { trustProxies } from './http/trusted-proxies.ts';
import type { Logger } from './observability/logger.ts';
import type { IntentsContext } from './intents/intents-context.ts';
import { intentHandlers } from './intents/routes.ts';
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

/** What a server needs to answer for the service: the listener relies on messages of these classes. */
export interface Api {
  listener: RequestListener;
  messages: MessageClasses;
  /** Whether the address is of a proxy that is trusted. */
  isProxy: (address: string) => boolean;
}

/** Puts the features' handlers and pages behind the pipeline. */
export function createApi(deps: ApiDeps): Api {
  const app = createExpressApp();
  const isProxy = trustProxies(app, deps.trustedProxies);
  const { clock } = deps.context;
  const getHealth = createHealthCheck({ ...deps, clock });
  const operations = mountOperations({ getHealth, ...intentHandlers(deps.context) });
  const pages = servePages(docsPages(deps.document));
  return {
    listener: createPipeline({ ...deps, clock, operations, pages }),
    messages: createMessageClasses(app, new BodyBudget(deps.bodyBudget)),
    isProxy,
  };
}
