import { join } from 'node:path';
import { REPOSITORY } from '../config/config.ts';
import { consolePages } from '../console/pages.ts';
import { docsPages, readDocuments, requireDocuments } from '../docs/pages.ts';
import { tryOptions } from '../docs/try-article.ts';
import { BodyBudget } from '../http/body/body-budget.ts';
import { createExpressApp } from '../http/express-app.ts';
import { createMessageClasses } from '../http/messages.ts';
import { findOperations } from '../http/operations.ts';
import { servePages } from '../http/pages.ts';
import { createPipeline } from '../http/pipeline.ts';
import { trustProxies } from '../http/trusted-proxies.ts';
import type { Api } from './open-api.ts';
import type { Service } from './service-parts.ts';

/** Where the console is built. */
export const CONSOLE_FOLDER = join(REPOSITORY, 'apps/console/dist');

/** What the HTTP server of an API process answers with: the steps, the operations, and the pages of documents and console. */
export function openPipeline(
  service: Service,
  {
    operations,
    directory,
    company,
    limiter,
    consoleOrigins,
  }: Pick<Api, 'operations' | 'directory' | 'company' | 'limiter' | 'consoleOrigins'>,
) {
  const { config, clock, log, metrics, callCounter, callFigures, processingMs } = service;
  requireDocuments(REPOSITORY);
  const express = createExpressApp();
  const isProxy = trustProxies(express, config.trustedProxies);
  const listener = createPipeline({
    apps: directory,
    limiter,
    operations: findOperations(operations),
    credentials: company.credentials,
    consoleOrigins,
    pages: servePages(
      docsPages(() => readDocuments(REPOSITORY), tryOptions(config)),
      ...(config.hasConsole ? [consolePages(CONSOLE_FOLDER)] : []),
    ),
    isHttpsRequired: config.isProduction,
    allowedOrigins: config.allowedOrigins,
    isTraced: config.isTraced,
    isProxy,
    callCounter,
    appCalls: callFigures.apps,
    appUses: company.uses,
    ...(processingMs !== undefined && { processingMs }),
    clock,
    log,
    metrics,
  });
  const messages = createMessageClasses(express, new BodyBudget(service.bodyBudget));
  return { listener, messages, isProxy };
}
