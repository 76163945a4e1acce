import type { bearerContract } from '@procurement-intents/contract/bearer';
import type { appWebhookRoutes } from '@procurement-intents/contract/company';
import { createdHeaders, versionHeaders } from '@procurement-intents/domain';
import type { Creator } from '../changes/unit-of-work.ts';
import { type AppsDeps, loadApp } from '../client-apps/manage-apps.ts';
import { actorOf } from '../http/actor-of.ts';
import { createKeyOf } from '../http/create-key-of.ts';
import type { HandlersOf } from '../http/handler.ts';
import type { RequestContext } from '../http/request-context.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  readWebhook,
  rotateWebhookSecret,
  updateWebhook,
  type WebhookChange,
  type WebhookTarget,
} from '../webhooks/manage-webhooks.ts';
import { listDeliveries, type LogContext, readDelivery, retryDelivery } from '../webhooks/read-log.ts';
import { createReplay, readReplay, type ReplayContext } from '../webhooks/replay-events.ts';
import { type TestContext, testWebhook } from '../webhooks/test-webhook.ts';

/** What administrators manage the webhook endpoints of Apps with: the verbs of the Apps, whose rules are the same here. */
export type AppWebhooks = LogContext & ReplayContext & TestContext;

type AppWebhookHandlers = Pick<HandlersOf<typeof bearerContract>, keyof typeof appWebhookRoutes>;

const targetOf = (
  { headers }: RequestContext,
  { id, webhookId }: { id: string; webhookId: string },
): WebhookTarget => ({ appId: id, id: webhookId, ifMatch: headers['if-match'] });

/** An endpoint that an administrator changes now. */
const changesAt =
  ({ clock }: Pick<AppWebhooks, 'clock'>) =>
  (request: RequestContext, ids: { id: string; webhookId: string }): WebhookChange => ({
    ...targetOf(request, ids),
    by: { actor: actorOf(request), at: clock.now() },
  });

/** The administrator who creates something now. */
const creatorAt = (
  { clock }: Pick<AppWebhooks, 'clock'>,
  request: RequestContext,
  body: object,
): Creator => ({ actor: actorOf(request), at: clock.now(), key: createKeyOf(request, body) });

/** The handlers of the webhook endpoints of an App, for administrators. */
export function appWebhookHandlers(apps: Pick<AppsDeps, 'store'>, context: AppWebhooks): AppWebhookHandlers {
  const requireApp = (id: string) => loadApp(apps, id);
  const changeOf = changesAt(context);
  return {
    createAppWebhook: async ({ params, body }, request) => {
      const { id: appId } = await requireApp(params.id);
      const by = creatorAt(context, request, body);
      const { view, secret, isReplay } = await createWebhook(context, { appId, by }, body);
      return {
        status: 201,
        headers: { ...createdHeaders(isReplay), ...versionHeaders(view) },
        body: { ...view, ...(secret !== null && { secret }) },
      };
    },
    listAppWebhooks: async ({ params }) => {
      const { id } = await requireApp(params.id);
      return { status: 200, body: { items: await listWebhooks(context, id) } };
    },
    getAppWebhook: async ({ params }, request) => {
      const view = await readWebhook(context, targetOf(request, params));
      return { status: 200, headers: versionHeaders(view), body: view };
    },
    updateAppWebhook: async ({ params, body }, request) => {
      const view = await updateWebhook(context, changeOf(request, params), body);
      return { status: 200, headers: versionHeaders(view), body: view };
    },
    deleteAppWebhook: async ({ params }, request) => {
      await deleteWebhook(context, changeOf(request, params));
      return { status: 204, body: undefined };
    },
    rotateAppWebhookSecret: async ({ params, body }, request) => {
      const rotated = await rotateWebhookSecret(context, changeOf(request, params), body);
      return {
        status: 200,
        headers: versionHeaders(rotated),
        body: rotated.view,
      };
    },
    ...logHandlers(context),
  };
}

type LogOperation =
  | 'testAppWebhook'
  | 'listAppWebhookDeliveries'
  | 'getAppWebhookDelivery'
  | 'retryAppWebhookDelivery'
  | 'createAppWebhookReplay'
  | 'getAppWebhookReplay';

/** What was sent to an endpoint, and what is sent to it again. */
function logHandlers(context: AppWebhooks): Pick<AppWebhookHandlers, LogOperation> {
  const changeOf = changesAt(context);
  return {
    testAppWebhook: async ({ params, body: { type } }, request) => ({
      status: 200,
      body: await testWebhook(context, targetOf(request, params), { type, signal: request.signal }),
    }),
    listAppWebhookDeliveries: async ({ params, query }, request) => ({
      status: 200,
      body: await listDeliveries(context, targetOf(request, params), query, request),
    }),
    getAppWebhookDelivery: async ({ params }, request) => ({
      status: 200,
      body: await readDelivery(context, targetOf(request, params), params.deliveryId),
    }),
    retryAppWebhookDelivery: async ({ params }, request) => {
      const body = await retryDelivery(context, changeOf(request, params), params.deliveryId);
      return { status: 200, body };
    },
    createAppWebhookReplay: async ({ params, body }, request) => {
      const create = { ...targetOf(request, params), by: creatorAt(context, request, body) };
      const { view, isReplay } = await createReplay(context, create, body);
      return { status: 201, headers: createdHeaders(isReplay), body: view };
    },
    getAppWebhookReplay: async ({ params }, request) => ({
      status: 200,
      body: await readReplay(context, targetOf(request, params), params.replayId),
    }),
  };
}
