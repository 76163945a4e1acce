import { describeFieldIssue } from '@procurement-intents/contract';
import { readWebhookUrl } from '@procurement-intents/domain/webhooks';
import { OPERATOR } from '../audit/record-change.ts';
import { AppRefused } from '../client-apps/manage-apps.ts';
import { createWebhook, type WebhooksContext } from './manage-webhooks.ts';

/** A new webhook endpoint with its secret, shown once. */
export interface IssuedWebhook {
  id: string;
  secret: string;
}

/** @throws AppRefused for an address that no webhook endpoint may have. */
export function checkWebhookUrl(
  { loopbackOrigins }: Pick<WebhooksContext, 'loopbackOrigins'>,
  url: string,
): void {
  try {
    readWebhookUrl(url, loopbackOrigins);
  } catch {
    throw new AppRefused(`the webhook address ${describeFieldIssue({ rule: 'webhookUrl' }, 'en')}`);
  }
}

/** Registers a webhook endpoint of an App for all events, for the operator. @throws as `createWebhook`. */
export async function issueWebhook(
  context: WebhooksContext,
  { appId, url }: { appId: string; url: string },
): Promise<IssuedWebhook> {
  const by = { actor: OPERATOR, at: context.clock.now(), key: null };
  const { view, secret } = await createWebhook(context, { appId, by }, { url });
  return { id: view.id, secret: secret ?? '' };
}
