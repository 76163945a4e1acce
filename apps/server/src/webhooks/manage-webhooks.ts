import {
  type CreateWebhookInput,
  type RotatedWebhookSecretView,
  type RotateWebhookSecretInput,
  type UpdateWebhookInput,
  WEBHOOK_LIMITS,
  type WebhookView,
} from '@procurement-intents/contract/webhooks';
import { idPattern } from '@procurement-intents/contract';
import { checkVersion } from '@procurement-intents/domain';
import {
  endpointUpdate,
  newEndpoint,
  presentWebhook,
  presentRotatedKey,
  readWebhookUrl,
  refuseEndpoint,
  requireOwnWebhook,
  rotateKeys,
} from '@procurement-intents/domain/webhooks';
import { changeInTurn } from '../changes/change-in-turn.ts';
import { type By, type Creator, foundMade } from '../changes/unit-of-work.ts';
import type { Clock } from '../clock.ts';
import { newId } from '../new-id.ts';
import { newUuid } from '../new-uuid.ts';
import type { SecretBox } from '../sealing/secret-box.ts';
import type { EndpointRow, SealedKey, WebhookStore } from './store/webhook-store.ts';
import { newSigningKey, type NewSigningKey } from './signing-key.ts';

export interface WebhooksContext {
  webhooks: WebhookStore;
  secretBox: SecretBox;
  clock: Clock;
  /** Origins on this machine that endpoints may have. */
  loopbackOrigins: ReadonlySet<string>;
}

/** An endpoint, and the caller's `If-Match`. */
export interface WebhookTarget {
  appId: string;
  id: string;
  ifMatch?: string | undefined;
}

/** An endpoint that is changed, and by whom; null: by its App. */
export interface WebhookChange extends WebhookTarget {
  by: By | null;
}

/** Who creates something of an App; null: the App. */
export interface WebhookCreate {
  by: Creator | null;
}

const show = (
  { clock }: Pick<WebhooksContext, 'clock'>,
  { endpoint, keys, lane }: EndpointRow,
): WebhookView => presentWebhook(endpoint, { keys, failingSince: lane.failingSince, now: clock.now() });

/** @throws ApiError `WEBHOOK_NOT_FOUND`, `NOT_OWNER`. */
export async function loadWebhook(
  { webhooks }: Pick<WebhooksContext, 'webhooks'>,
  { appId, id }: Pick<WebhookTarget, 'appId' | 'id'>,
): Promise<EndpointRow> {
  const row = idPattern('webhookEndpoint').test(id) ? await webhooks.find(id) : null;
  requireOwnWebhook(row?.endpoint ?? null, appId);
  return row as EndpointRow;
}

/** A registered endpoint. */
export interface RegisteredWebhook {
  view: WebhookView;
  /** Null with ed25519, and in a replay. */
  secret: string | null;
  /** An earlier call under the same key has registered it. */
  isReplay: boolean;
}

/**
 * Registers an endpoint. The secret is in this answer alone.
 *
 * @throws ValidationError for its address; ApiError `WEBHOOK_EXISTS`, `LIMIT_REACHED`; as `createOnce`.
 */
export async function createWebhook(
  context: WebhooksContext,
  { appId, by }: WebhookCreate & { appId: string },
  input: CreateWebhookInput,
): Promise<RegisteredWebhook> {
  const at = context.clock.now();
  const url = readWebhookUrl(input.url, context.loopbackOrigins);
  const endpoint = newEndpoint(input, { id: newId('webhookEndpoint'), appId, url, at });
  const key = newSigningKey(endpoint.signature);
  const sealed = sealKey(context, endpoint.id, { key, at });
  const made = await context.webhooks.create(endpoint, sealed, by);
  if (made === 'full' || 'existing' in made) refuseEndpoint(made);
  if (made.isReplay) {
    const row = foundMade(await context.webhooks.find(made.resourceId));
    return { view: show(context, row), secret: null, isReplay: true };
  }
  const view = presentWebhook(endpoint, { keys: [sealed], failingSince: null, now: at });
  return { view, secret: key.scheme === 'v1' ? key.receiverKey : null, isReplay: false };
}

function sealKey(
  { secretBox }: WebhooksContext,
  webhookId: string,
  { key, at }: { key: NewSigningKey; at: Date },
): SealedKey {
  const ciphertext = secretBox.seal(key.secret, webhookId);
  return {
    id: newUuid(),
    ciphertext,
    publicKey: key.scheme === 'v1a' ? key.receiverKey : null,
    createdAt: at,
    expiresAt: null,
  };
}

/** All endpoints of the App, the newest first. */
export async function listWebhooks(
  context: Pick<WebhooksContext, 'webhooks' | 'clock'>,
  appId: string,
): Promise<WebhookView[]> {
  return (await context.webhooks.list(appId)).map((row) => show(context, row));
}

/** @throws ApiError `WEBHOOK_NOT_FOUND`, `NOT_OWNER`. */
export async function readWebhook(context: WebhooksContext, target: WebhookTarget): Promise<WebhookView> {
  return show(context, await loadWebhook(context, target));
}

/** Reads the endpoint and changes it, again when another change came first. */
function changeWebhook<T>(
  context: WebhooksContext,
  target: WebhookChange,
  change: (row: EndpointRow) => Promise<T | null>,
): Promise<T> {
  return changeInTurn(async () => {
    const row = await loadWebhook(context, target);
    checkVersion(row.endpoint, target.ifMatch);
    return change(row);
  });
}

/**
 * Changes an endpoint. One that is enabled must have a key, and an address that is allowed now.
 *
 * @throws ApiError `WEBHOOK_NOT_FOUND`, `NOT_OWNER`, `VERSION_CONFLICT`, `WEBHOOK_EXISTS`; ValidationError.
 */
export function updateWebhook(
  context: WebhooksContext,
  target: WebhookChange,
  input: UpdateWebhookInput,
): Promise<WebhookView> {
  return changeWebhook(context, target, async (row) => {
    const { endpoint, keys } = row;
    const { clock, loopbackOrigins } = context;
    const update = endpointUpdate(endpoint, input, { keys, at: clock.now(), loopbackOrigins });
    if (update === null) return show(context, row);
    const { changed, switchedTo } = update;
    const written = await context.webhooks.update(endpoint, update, target.by);
    if (written === null) return null;
    if (written !== true) refuseEndpoint(written);
    const lane = { ...row.lane, ...(switchedTo === 'disabled' && { failingSince: null }) };
    return show(context, { ...row, endpoint: changed, lane });
  });
}

/** @throws ApiError `WEBHOOK_NOT_FOUND`, `NOT_OWNER`, `VERSION_CONFLICT`. */
export async function deleteWebhook(context: WebhooksContext, target: WebhookChange): Promise<void> {
  await changeWebhook(context, target, ({ endpoint }) => context.webhooks.remove(endpoint, target.by));
}

/** The new key, shown once, and the version of its endpoint. */
export interface RotatedKey {
  view: RotatedWebhookSecretView;
  version: number;
}

/**
 * Gives an endpoint a new key.
 *
 * @throws ApiError `WEBHOOK_NOT_FOUND`, `NOT_OWNER`, `VERSION_CONFLICT`.
 */
export function rotateWebhookSecret(
  context: WebhooksContext,
  target: WebhookChange,
  { graceSeconds = WEBHOOK_LIMITS.graceSecondsDefault }: RotateWebhookSecretInput,
): Promise<RotatedKey> {
  return changeWebhook(context, target, async ({ endpoint, keys }) => {
    const at = context.clock.now();
    const { kept, expiresAt } = rotateKeys(keys, { graceSeconds, at });
    const key = newSigningKey(endpoint.signature);
    const added = sealKey(context, endpoint.id, { key, at });
    const written = await context.webhooks.replaceKeys(endpoint, { kept, added, at }, target.by);
    const { scheme, receiverKey } = key;
    return (
      written && {
        view: presentRotatedKey(scheme, { receiverKey, expiresAt }),
        version: endpoint.version + 1,
      }
    );
  });
}
