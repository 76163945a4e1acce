import type { AppWebhooks } from '../company-apps/webhook-routes.ts';
import { payloadIntents } from '../intents/store/payload-intents.ts';
import { openWebhookBox } from '../open-keys.ts';
import type { Database } from '../postgres/database.ts';
import type { LookupAll } from '../outbound/resolve-name.ts';
import { webhookHandlers } from '../webhooks/routes.ts';
import { createWebhookSender } from '../webhooks/send-attempt.ts';
import type { DeliveringDeps } from '../webhooks/start-delivering.ts';
import { claiming } from '../webhooks/store/claim-deliveries.ts';
import { deliveryLog } from '../webhooks/store/delivery-log.ts';
import { finishing } from '../webhooks/store/finish-attempts.ts';
import { replays } from '../webhooks/store/replays.ts';
import { webhookSweeps } from '../webhooks/store/sweeps.ts';
import { webhookStore } from '../webhooks/store/webhook-store.ts';
import type { Service } from './service-parts.ts';

/** Replacements for parts of the sender. */
export interface SenderParts {
  /** Resolves the hosts of endpoints. */
  lookup?: LookupAll;
}

const openSender = ({ config }: Service, parts: SenderParts = {}) =>
  createWebhookSender({ loopbackOrigins: new Set(config.webhookLoopbackOrigins), ...parts });

/** The webhook endpoints of Apps: the handlers of the signed side, and what administrators manage them with. */
export function openWebhooks(service: Service, lists: Database, parts?: SenderParts) {
  const { config, clock, shutdown } = service;
  const sender = openSender(service, parts);
  shutdown.onClose(() => sender.close());
  const contextOf = (database: Database, log: Database): AppWebhooks => ({
    webhooks: webhookStore(database),
    deliveries: deliveryLog(database, log),
    replays: replays(database),
    secretBox: openWebhookBox(config),
    sender,
    clock,
    loopbackOrigins: new Set(config.webhookLoopbackOrigins),
    eventDays: config.eventDays,
  });
  return {
    handlers: webhookHandlers(contextOf(service.database, lists)),
    /** @param database - of the company's side. */
    openAppWebhooks: (database: Database): AppWebhooks => contextOf(database, database),
  };
}

/** What sends webhooks in a worker. */
export function openDelivering(service: Service, database: Database, parts?: SenderParts): DeliveringDeps {
  const { config, clock, log, metrics } = service;
  return {
    claims: claiming(database),
    results: finishing(database),
    replays: replays(database),
    sweeps: webhookSweeps(database),
    sender: openSender(service, parts),
    secretBox: openWebhookBox(config),
    readIntents: payloadIntents(database),
    eventDays: config.eventDays,
    clock,
    log,
    metrics,
  };
}
