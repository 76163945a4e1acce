import type { EventType } from '@procurement-intents/contract';
import type { TestedWebhookView } from '@procurement-intents/contract/webhooks';
import {
  checkTestCount,
  presentTest,
  requireEnabled,
  sampleEvent,
  signingKeys,
} from '@procurement-intents/domain/webhooks';
import { newUuid } from '../new-uuid.ts';
import { KeyRing } from './deliver.ts';
import { loadWebhook, type WebhooksContext, type WebhookTarget } from './manage-webhooks.ts';
import type { WebhookSender } from './send-attempt.ts';

export interface TestContext extends WebhooksContext {
  sender: WebhookSender;
}

/**
 * Sends one sample event now, and answers with what came back.
 *
 * @throws ApiError `WEBHOOK_NOT_FOUND`, `NOT_OWNER`; `WEBHOOK_DISABLED` while it has no key; `RATE_LIMITED` after six
 * in a minute.
 */
export async function testWebhook(
  context: TestContext,
  target: WebhookTarget,
  { type = 'webhook.test', signal }: { type?: EventType | undefined; signal: AbortSignal },
): Promise<TestedWebhookView> {
  const { endpoint, keys } = await loadWebhook(context, target);
  const now = context.clock.now();
  const signing = signingKeys(keys, now);
  // It was made of an address that its App had, without one, and is disabled until its owner gets one.
  if (signing.length === 0) requireEnabled(endpoint);
  const tests = await context.webhooks.countTest(endpoint.id);
  checkTestCount(tests, now);
  const sample = sampleEvent(type, { webhookId: endpoint.id, digits: newUuid(), at: now });
  const ring = new KeyRing(context.secretBox);
  const request = {
    url: endpoint.url,
    id: sample.id,
    body: Buffer.from(JSON.stringify(sample)),
    keys: signing.map(({ id, ciphertext }) =>
      ring.open(endpoint.id, {
        id,
        ciphertext: Buffer.from(ciphertext).toString('base64'),
        scheme: endpoint.signature,
      }),
    ),
  };
  return presentTest(await context.sender.send(request, { now, signal }));
}
