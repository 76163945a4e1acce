import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { failures, success } from '../signed/envelope.ts';
import { NoQuery } from '../fields.ts';
import { signed } from '../signed/metadata.ts';
import { EVENTS_PERMISSION } from '../permissions.ts';
import { ROUTES } from '../signed/route-table.ts';
import { DeliveryId, ReplayId, WebhookId } from './ids.ts';
import { WEBHOOK_LIMITS } from './limits.ts';
import {
  CreateReplayBody,
  DeliveryPage,
  ListDeliveriesQuery,
  TestedWebhook,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookReplay,
} from './delivery-schemas.ts';
import {
  CreatedWebhook,
  CreateWebhookBody,
  RotatedWebhookSecret,
  RotateWebhookSecretBody,
  TestWebhookBody,
  UpdateWebhookBody,
  Webhook,
  WebhookList,
} from './endpoint-schemas.ts';

const c = initContract();
const Params = z.object({ id: WebhookId });
const DeliveryParams = z.object({ id: WebhookId, deliveryId: DeliveryId });
const ReplayParams = z.object({ id: WebhookId, replayId: ReplayId });
const ifMatch = { 'if-match': z.string().optional() };

const FOUND = ['WEBHOOK_NOT_FOUND', 'NOT_OWNER'] as const;
const ENTRY_FOUND = [...FOUND, 'DELIVERY_NOT_FOUND'] as const;
const JSON_BODY = ['MEDIA_TYPE_UNSUPPORTED'] as const;
const metadata = {
  create: signed('webhooks:write', 'write', 'json', [...JSON_BODY, 'WEBHOOK_EXISTS', 'LIMIT_REACHED']),
  list: signed('webhooks:read', 'read', 'none', []),
  get: signed('webhooks:read', 'read', 'none', FOUND),
  update: signed('webhooks:write', 'write', 'json', [
    ...FOUND,
    ...JSON_BODY,
    'WEBHOOK_EXISTS',
    'VERSION_CONFLICT',
  ]),
  delete: signed('webhooks:write', 'write', 'none', [...FOUND, 'VERSION_CONFLICT']),
  rotate: signed('webhooks:write', 'write', 'json', [...FOUND, ...JSON_BODY, 'VERSION_CONFLICT']),
  test: signed('webhooks:write', 'write', 'json', [...FOUND, ...JSON_BODY, 'WEBHOOK_DISABLED']),
  deliveries: signed('webhooks:read', 'read', 'none', FOUND),
  delivery: signed('webhooks:read', 'read', 'none', ENTRY_FOUND),
  retry: signed('webhooks:write', 'write', 'none', [...ENTRY_FOUND, 'WEBHOOK_DISABLED']),
  replay: signed('webhooks:write', 'write', 'json', [
    ...FOUND,
    ...JSON_BODY,
    'WEBHOOK_DISABLED',
    'REPLAY_RUNNING',
    'EVENTS_EXPIRED',
  ]),
  replayed: signed('webhooks:read', 'read', 'none', ENTRY_FOUND),
};

export const webhookRoutes = c.router({
  /** Registers an endpoint that the App's events are sent to. */
  createWebhook: {
    ...ROUTES.createWebhook,
    summary: 'Register a webhook endpoint',
    description: `Every event of the App from now on is sent to the address, signed. The secret is shown in this answer alone. An App has at most ${WEBHOOK_LIMITS.endpoints} endpoints, each with an address of its own. Needs \`${EVENTS_PERMISSION}\` too.`,
    query: NoQuery,
    body: CreateWebhookBody,
    responses: { 201: success('CreatedWebhook', CreatedWebhook), ...failures(...metadata.create.errors) },
    metadata: metadata.create,
  },
  /** The endpoints of the App. */
  listWebhooks: {
    ...ROUTES.listWebhooks,
    summary: 'List webhook endpoints',
    description: 'All endpoints of the calling App, the newest first.',
    query: NoQuery,
    responses: { 200: success('WebhookList', WebhookList), ...failures(...metadata.list.errors) },
    metadata: metadata.list,
  },
  /** Reads an endpoint. */
  getWebhook: {
    ...ROUTES.getWebhook,
    summary: 'Read a webhook endpoint',
    description: 'The endpoint without its secret.',
    pathParams: Params,
    query: NoQuery,
    responses: { 200: success('Webhook', Webhook), ...failures(...metadata.get.errors) },
    metadata: metadata.get,
  },
  /** Changes an endpoint. */
  updateWebhook: {
    ...ROUTES.updateWebhook,
    summary: 'Change a webhook endpoint',
    description:
      'Only the fields sent change. Disabling it ends its open deliveries; enabling it sends nothing that it missed: see replays.',
    pathParams: Params,
    query: NoQuery,
    headers: ifMatch,
    body: UpdateWebhookBody,
    responses: { 200: success('Webhook', Webhook), ...failures(...metadata.update.errors) },
    metadata: metadata.update,
  },
  /** Removes an endpoint and its log. */
  deleteWebhook: {
    ...ROUTES.deleteWebhook,
    summary: 'Delete a webhook endpoint',
    description: 'Nothing more is sent to it, and its log goes with it.',
    pathParams: Params,
    query: NoQuery,
    headers: ifMatch,
    responses: { 200: success('DeletedWebhook', z.null()), ...failures(...metadata.delete.errors) },
    metadata: metadata.delete,
  },
  /** Gives an endpoint a new secret. */
  rotateWebhookSecret: {
    ...ROUTES.rotateWebhookSecret,
    summary: "Rotate a webhook endpoint's secret",
    description:
      'Until the old secret ends, every request has a signature of each of the two. Rotating again within that time replaces the newer one and leaves the end of the older as it is, so a call whose answer was lost can be repeated.',
    pathParams: Params,
    query: NoQuery,
    headers: ifMatch,
    body: RotateWebhookSecretBody,
    responses: {
      200: success('RotatedWebhookSecret', RotatedWebhookSecret),
      ...failures(...metadata.rotate.errors),
    },
    metadata: metadata.rotate,
  },
  /** Sends a sample event. */
  testWebhook: {
    ...ROUTES.testWebhook,
    summary: 'Test a webhook endpoint',
    description: `Sends one sample event now, also to a disabled endpoint unless it has no secret yet, and answers with what came back, whatever that was. Its \`webhook-id\` begins with \`evt_test_\`. At most ${WEBHOOK_LIMITS.testsPerMinute} a minute and endpoint.`,
    pathParams: Params,
    query: NoQuery,
    body: TestWebhookBody,
    responses: { 200: success('TestedWebhook', TestedWebhook), ...failures(...metadata.test.errors) },
    metadata: metadata.test,
  },
  /** The log of an endpoint. */
  listWebhookDeliveries: {
    ...ROUTES.listWebhookDeliveries,
    summary: 'List the deliveries of a webhook endpoint',
    description: 'The log of the endpoint, the newest first. Entries are kept as long as the events.',
    pathParams: Params,
    query: ListDeliveriesQuery,
    responses: { 200: success('DeliveryPage', DeliveryPage), ...failures(...metadata.deliveries.errors) },
    metadata: metadata.deliveries,
  },
  /** Reads a delivery. */
  getWebhookDelivery: {
    ...ROUTES.getWebhookDelivery,
    summary: 'Read a delivery',
    description: 'The delivery with its body and every attempt.',
    pathParams: DeliveryParams,
    query: NoQuery,
    responses: {
      200: success('WebhookDeliveryDetail', WebhookDeliveryDetail),
      ...failures(...metadata.delivery.errors),
    },
    metadata: metadata.delivery,
  },
  /** Sends an event again. */
  retryWebhookDelivery: {
    ...ROUTES.retryWebhookDelivery,
    summary: 'Send a delivery again',
    description:
      'One more attempt at once with the same `webhook-id`, also of a delivery that succeeded. An attempt that is under way is left alone. When the attempt fails, the schedule goes on as it was; one that was over is not begun anew.',
    pathParams: DeliveryParams,
    query: NoQuery,
    body: c.noBody(),
    responses: { 200: success('WebhookDelivery', WebhookDelivery), ...failures(...metadata.retry.errors) },
    metadata: metadata.retry,
  },
  /** Sends the events of a time again. */
  createWebhookReplay: {
    ...ROUTES.createWebhookReplay,
    summary: 'Replay events',
    description:
      'Sends the events of a span of time again, the oldest first, with their own `webhook-id`, at half of `maxPerSecond`. One replay of an endpoint runs at a time.',
    pathParams: Params,
    query: NoQuery,
    body: CreateReplayBody,
    responses: { 201: success('WebhookReplay', WebhookReplay), ...failures(...metadata.replay.errors) },
    metadata: metadata.replay,
  },
  /** Reads a replay. */
  getWebhookReplay: {
    ...ROUTES.getWebhookReplay,
    summary: 'Read a replay',
    description: 'How far the replay is.',
    pathParams: ReplayParams,
    query: NoQuery,
    responses: { 200: success('WebhookReplay', WebhookReplay), ...failures(...metadata.replayed.errors) },
    metadata: metadata.replayed,
  },
});
