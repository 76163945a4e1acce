import type { webhookRoutes } from '@procurement-intents/contract/webhooks';
import { versionHeaders } from '@procurement-intents/domain';
import { requireEventsPermission } from '@procurement-intents/domain/webhooks';
import { created, type Handlers, ok } from '../http/handler.ts';
import type { RequestContext } from '../http/request-context.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  readWebhook,
  rotateWebhookSecret,
  updateWebhook,
  type WebhookChange,
} from './manage-webhooks.ts';
import { listDeliveries, type LogContext, readDelivery, retryDelivery } from './read-log.ts';
import { createReplay, readReplay, type ReplayContext } from './replay-events.ts';
import { type TestContext, testWebhook } from './test-webhook.ts';

const targetOf = ({ caller, headers }: RequestContext, id: string): WebhookChange & { by: null } => ({
  appId: caller.id,
  id,
  ifMatch: headers['if-match'],
  by: null,
});

/** The handlers of webhook endpoints. */
export function webhookHandlers(
  ctx: LogContext & ReplayContext & TestContext,
): Pick<Handlers, keyof typeof webhookRoutes> {
  return {
    createWebhook: async ({ body }, { caller }) => {
      requireEventsPermission(caller);
      const { view, secret } = await createWebhook(ctx, { appId: caller.id, by: null }, body);
      return created({ ...view, ...(secret !== null && { secret }) }, versionHeaders(view));
    },
    listWebhooks: async (_, { caller }) => ok({ items: await listWebhooks(ctx, caller.id) }),
    getWebhook: async ({ params }, request) => {
      const view = await readWebhook(ctx, targetOf(request, params.id));
      return ok(view, versionHeaders(view));
    },
    updateWebhook: async ({ params, body }, request) => {
      const view = await updateWebhook(ctx, targetOf(request, params.id), body);
      return ok(view, versionHeaders(view));
    },
    deleteWebhook: async ({ params }, request) => {
      await deleteWebhook(ctx, targetOf(request, params.id));
      return ok(null);
    },
    rotateWebhookSecret: async ({ params, body }, request) => {
      const rotated = await rotateWebhookSecret(ctx, targetOf(request, params.id), body);
      return ok(rotated.view, versionHeaders(rotated));
    },
    testWebhook: async ({ params, body }, request) =>
      ok(await testWebhook(ctx, targetOf(request, params.id), { type: body.type, signal: request.signal })),
    listWebhookDeliveries: async ({ params, query }, request) =>
      ok(await listDeliveries(ctx, targetOf(request, params.id), query, request)),
    getWebhookDelivery: async ({ params }, request) =>
      ok(await readDelivery(ctx, targetOf(request, params.id), params.deliveryId)),
    retryWebhookDelivery: async ({ params }, request) =>
      ok(await retryDelivery(ctx, targetOf(request, params.id), params.deliveryId)),
    createWebhookReplay: async ({ params, body }, request) =>
      created((await createReplay(ctx, targetOf(request, params.id), body)).view),
    getWebhookReplay: async ({ params }, request) =>
      ok(await readReplay(ctx, targetOf(request, params.id), params.replayId)),
  };
}
