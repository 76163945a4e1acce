import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { NoQuery } from '../fields.ts';
import { EVENTS_PERMISSION } from '../permissions.ts';
import {
  CreateReplayBody,
  DeliveryPage,
  ListDeliveriesQuery,
  TestedWebhook,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookReplay,
} from '../webhooks/delivery-schemas.ts';
import {
  CreatedWebhook,
  CreateWebhookBody,
  RotatedWebhookSecret,
  RotateWebhookSecretBody,
  TestWebhookBody,
  UpdateWebhookBody,
  Webhook,
  WebhookList,
} from '../webhooks/endpoint-schemas.ts';
import { DeliveryId, ReplayId, WebhookId } from '../webhooks/ids.ts';
import { WEBHOOK_LIMITS } from '../webhooks/limits.ts';
import { AppId } from './app-schemas.ts';
import { idempotencyHeader, ifMatchHeader } from '../bearer/request-headers.ts';
import { bearerFailures } from '../bearer/failures.ts';
import { familyCalls } from '../bearer/family-calls.ts';
import { bearer } from '../bearer/metadata.ts';
import { APP_WEBHOOK_ROUTES as ROUTES } from './route-table.ts';

const c = initContract();
const AppParams = z.object({ id: AppId });
const Params = z.object({ id: AppId, webhookId: WebhookId });
const DeliveryParams = z.object({ id: AppId, webhookId: WebhookId, deliveryId: DeliveryId });
const ReplayParams = z.object({ id: AppId, webhookId: WebhookId, replayId: ReplayId });

const { metadata, failures } = familyCalls('admin', 'admin');
// The App is in the path, so a list may not find it.
const list = { ...metadata.get, readsMany: true } as const;
// A second rotation ends a secret that is in use, a second test sends another request.
const rotation = { ...metadata.change, isOnce: true } as const;
// The App is in the path, so it may be the one that is not found.
const test = { ...bearer('admin', 'json', ['not_found']), isOnce: true } as const;

/** The operations of administrators on the webhook endpoints of an App. */
export const appWebhookRoutes = c.router({
  /** Registers an endpoint that the events of the App are sent to. */
  createAppWebhook: {
    ...ROUTES.createAppWebhook,
    summary: 'Register a webhook endpoint of an App',
    description: `The secret is in this answer alone; an answer to a repeated \`Idempotency-Key\` has none, so rotate it then. An address that the App has already is a \`conflict\` with the \`id\` of its endpoint, and so is the endpoint after ${WEBHOOK_LIMITS.endpoints}, with \`limit\`. Events are sent while the App has \`${EVENTS_PERMISSION}\`.`,
    pathParams: AppParams,
    query: NoQuery,
    headers: idempotencyHeader,
    body: CreateWebhookBody,
    responses: { 201: CreatedWebhook, ...failures.change },
    metadata: metadata.change,
  },
  /** The endpoints of the App. */
  listAppWebhooks: {
    ...ROUTES.listAppWebhooks,
    summary: 'List the webhook endpoints of an App',
    description: 'All endpoints of the App, the newest first. There are few, so the list has no pages.',
    pathParams: AppParams,
    query: NoQuery,
    responses: { 200: WebhookList, ...failures.get },
    metadata: list,
  },
  /** Reads an endpoint. */
  getAppWebhook: {
    ...ROUTES.getAppWebhook,
    summary: 'Read a webhook endpoint of an App',
    description: "The endpoint without its secret. Another App's endpoint is `not_found`.",
    pathParams: Params,
    query: NoQuery,
    responses: { 200: Webhook, ...failures.get },
    metadata: metadata.get,
  },
  /** Changes an endpoint. */
  updateAppWebhook: {
    ...ROUTES.updateAppWebhook,
    summary: 'Update a webhook endpoint of an App',
    description:
      'Only the fields sent change. Disabling it ends its open deliveries; enabling it sends nothing that it missed: see replays.',
    pathParams: Params,
    query: NoQuery,
    headers: ifMatchHeader,
    body: UpdateWebhookBody,
    responses: { 200: Webhook, ...failures.change },
    metadata: metadata.change,
  },
  /** Removes an endpoint and its log. */
  deleteAppWebhook: {
    ...ROUTES.deleteAppWebhook,
    summary: 'Delete a webhook endpoint of an App',
    description: 'Nothing more is sent to it, and its log goes with it.',
    pathParams: Params,
    query: NoQuery,
    headers: ifMatchHeader,
    body: c.noBody(),
    responses: { 204: c.noBody(), ...failures.act },
    metadata: metadata.act,
  },
  /** Gives an endpoint a new secret. */
  rotateAppWebhookSecret: {
    ...ROUTES.rotateAppWebhookSecret,
    summary: "Rotate the secret of an App's webhook endpoint",
    description:
      'The new secret is in this answer alone. Until the old one ends, every request has a signature of each of the two. Rotating again within that time replaces the newer one and leaves the end of the older as it is.',
    pathParams: Params,
    query: NoQuery,
    headers: ifMatchHeader,
    body: RotateWebhookSecretBody,
    responses: { 200: RotatedWebhookSecret, ...failures.change },
    metadata: rotation,
  },
  /** Sends a sample event. */
  testAppWebhook: {
    ...ROUTES.testAppWebhook,
    summary: 'Test a webhook endpoint of an App',
    description: `Sends one sample event now, also to a disabled endpoint, and answers with what came back, whatever that was. At most ${WEBHOOK_LIMITS.testsPerMinute} a minute and endpoint, those of the App itself included.`,
    pathParams: Params,
    query: NoQuery,
    body: TestWebhookBody,
    responses: { 200: TestedWebhook, ...bearerFailures(...test.errors) },
    metadata: test,
  },
  /** The log of an endpoint. */
  listAppWebhookDeliveries: {
    ...ROUTES.listAppWebhookDeliveries,
    summary: "List the deliveries of an App's webhook endpoint",
    description:
      'The log of the endpoint, the newest first, as the App itself reads it. Entries are kept as long as the events.',
    pathParams: Params,
    query: ListDeliveriesQuery,
    responses: { 200: DeliveryPage, ...failures.get },
    metadata: list,
  },
  /** Reads a delivery. */
  getAppWebhookDelivery: {
    ...ROUTES.getAppWebhookDelivery,
    summary: "Read a delivery of an App's webhook endpoint",
    description: 'The delivery with its body and every attempt.',
    pathParams: DeliveryParams,
    query: NoQuery,
    responses: { 200: WebhookDeliveryDetail, ...failures.get },
    metadata: metadata.get,
  },
  /** Sends an event again. */
  retryAppWebhookDelivery: {
    ...ROUTES.retryAppWebhookDelivery,
    summary: "Send a delivery of an App's webhook endpoint again",
    description:
      'One more attempt at once with the same `webhook-id`, also of a delivery that succeeded. An attempt that is under way is left alone. A disabled endpoint is a `conflict` with `disabled_reason`.',
    pathParams: DeliveryParams,
    query: NoQuery,
    body: c.noBody(),
    responses: { 200: WebhookDelivery, ...failures.act },
    metadata: metadata.act,
  },
  /** Sends the events of a time again. */
  createAppWebhookReplay: {
    ...ROUTES.createAppWebhookReplay,
    summary: "Replay events to an App's webhook endpoint",
    description:
      'Sends the events of a span of time again, the oldest first, with their own `webhook-id`, at half of `maxPerSecond`. A replay that runs already is a `conflict` with `replay_id`, a disabled endpoint one with `disabled_reason`, and a span before the oldest kept event one with `oldest_cursor`.',
    pathParams: Params,
    query: NoQuery,
    headers: idempotencyHeader,
    body: CreateReplayBody,
    responses: { 201: WebhookReplay, ...failures.change },
    metadata: metadata.change,
  },
  /** Reads a replay. */
  getAppWebhookReplay: {
    ...ROUTES.getAppWebhookReplay,
    summary: "Read a replay to an App's webhook endpoint",
    description: 'How far the replay is.',
    pathParams: ReplayParams,
    query: NoQuery,
    responses: { 200: WebhookReplay, ...failures.get },
    metadata: metadata.get,
  },
});
