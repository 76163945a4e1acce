import { OPERATOR } from '../audit/record-change.ts';
import { createWebhook, type WebhooksContext } from './manage-webhooks.ts';

/** A new webhook endpoint with its secret, shown once. */
export interface IssuedWebhook {
  id: string;
  secret: string;
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
