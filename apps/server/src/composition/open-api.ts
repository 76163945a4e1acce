import { contract } from '@procurement-intents/contract';
import { createRateLimiter, type RateLimiter } from '../auth/rate-limit/rate-limiter.ts';
import { openRedis } from '../auth/rate-limit/redis.ts';
import type { AppDirectory } from '../client-apps/app-directory.ts';
import type { AppsDeps } from '../client-apps/manage-apps.ts';
import { ownSandboxProduct } from '../config/sandbox-product.ts';
import { loopbackOrigins } from '../console/loopback-origins.ts';
import { healthHandlers } from '../health/routes.ts';
import { mountContract, type Operation } from '../http/operations.ts';
import type { IntentsContext } from '../intents/intents-context.ts';
import { intentHandlers } from '../intents/routes.ts';
import { connectCompany } from './connect-company.ts';
import type { CompanySide } from './open-company.ts';
import { openServedApps } from './open-apps.ts';
import { openEvents } from './open-events.ts';
import { openIntents, openLists } from './open-intents.ts';
import { openWebhooks } from './open-webhooks.ts';
import type { Service } from './service-parts.ts';

/** The operations of an API process, and what they work with. */
export interface Api {
  /** The signed ones first: they are found first. */
  operations: Operation[];
  /** The dependencies for managing Apps. */
  apps: AppsDeps;
  /** The Apps as calls find them. */
  directory: AppDirectory;
  /** The dependencies of the verbs on intents. */
  intents: IntentsContext;
  company: CompanySide;
  limiter: RateLimiter;
  /** The origins of the console. */
  consoleOrigins: () => string[];
}

/** @param publicUrl - the address by which people and clients reach the service. */
export function openApi(service: Service, publicUrl: () => string): Api {
  const { config, clock, log, shutdown } = service;
  const lists = openLists(service);
  const intents = openIntents(service, lists);
  const sharedCounts = config.redisUrl === null ? null : openRedis(config.redisUrl, log);
  if (sharedCounts) shutdown.onClose(async () => sharedCounts.close());
  const { apps, directory } = openServedApps(service);
  const isDraining = () => shutdown.isStopping;
  const health = healthHandlers({ isDatabaseUp: service.isDatabaseUp, clock, isDraining });
  // Without PUBLIC_URL the console is opened on this machine, by whichever name.
  const consoleOrigins = (): string[] =>
    config.publicUrl === null ? loopbackOrigins(publicUrl()) : [new URL(config.publicUrl).origin];
  const limiter = createRateLimiter(clock, sharedCounts);
  const { eventHandlers, readEvents } = openEvents(service);
  const { handlers: webhooks, openAppWebhooks } = openWebhooks(service, lists);
  const company = connectCompany(service, {
    apps,
    sharedCounts,
    limiter,
    intents,
    readEvents,
    openAppWebhooks,
    publicUrl,
    console: config.hasConsole ? { origins: consoleOrigins, sandbox: ownSandboxProduct(config), log } : null,
  });
  company.uses.start();
  shutdown.onClose(() => company.uses.stop());
  const operations = [
    ...mountContract(contract, { ...health, ...intentHandlers(intents), ...eventHandlers, ...webhooks }),
    ...company.operations,
  ];
  return { operations, apps, directory, intents, company, limiter, consoleOrigins };
}
