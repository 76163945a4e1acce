import type { WebhookView } from '@procurement-intents/contract/webhooks';
import { withoutQuery } from '@procurement-intents/domain/webhooks';
import { type AppsDeps, loadApp } from '../client-apps/manage-apps.ts';
import { listWebhooks, type WebhooksContext } from './manage-webhooks.ts';
import type { Waiting } from './store/waiting-deliveries.ts';

/** A webhook endpoint as operators watch it. */
export interface WatchedWebhook {
  webhookId: string;
  /** Without its query. */
  url: string;
  status: WebhookView['status'];
  /** Both null while it is enabled. */
  disabledReason: string | null;
  disabledAt: string | null;
  /** Null while there is no failure since the last success. */
  failingSince: string | null;
  /** How many deliveries wait, at most 100,000. */
  waiting: number;
  /** When the oldest of them was queued; null while nothing waits. */
  oldestWaiting: string | null;
}

export interface WatchContext extends Pick<WebhooksContext, 'webhooks' | 'clock'> {
  apps: Pick<AppsDeps, 'store'>;
  readWaiting: (appId: string) => Promise<ReadonlyMap<string, Waiting>>;
}

/** The endpoints of an App with what waits for them, the newest first. @throws BearerError `not_found`. */
export async function watchWebhooks(context: WatchContext, appId: string): Promise<WatchedWebhook[]> {
  await loadApp(context.apps, appId);
  const views = await listWebhooks(context, appId);
  const waiting = await context.readWaiting(appId);
  return views.map(({ id, url, status, disabledReason, disabledAt, failingSince }) => ({
    webhookId: id,
    url: withoutQuery(url),
    status,
    disabledReason: disabledReason ?? null,
    disabledAt: disabledAt ?? null,
    failingSince: failingSince ?? null,
    waiting: waiting.get(id)?.waiting ?? 0,
    oldestWaiting: waiting.get(id)?.oldest.toISOString() ?? null,
  }));
}
