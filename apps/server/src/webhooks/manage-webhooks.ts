import {
  type CreateWebhookInput,
  type UpdateWebhookInput,
  WEBHOOK_LIMITS,
  type WebhookView,
} from '@procurement-intents/contract/webhooks';
import { idPattern } from '@procurement-intents/contract';
import { ApiError, checkVersion, ValidationError } from '@procurement-intents/domain';
import {
  changedEndpoint,
  newEndpoint,
  presentWebhook,
  readWebhookUrl,
  requireOwnWebhook,
  rotateKeys,
  signingKeys,
} from '@procurement-intents/domain/webhooks';
import { changeInTurn } from '../changes/change-in-turn.ts';
import type { Clock } from '../clock.ts';
import { newId } from '../new-id.ts';
import { newUuid } from '../new-uuid.ts';
import type { SecretBox } from '../sealing/secret-box.ts';
import type { CreateRefusal, EndpointRow, SealedKey, WebhookStore } from './store/webhook-store.ts';
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

const show = ({ clock }: WebhooksContext, { endpoint, keys, lane }: EndpointRow): WebhookView =>
  presentWebhook(endpoint, { keys, failingSince: lane.failingSince, now: clock.now() });

/** @throws ApiError `WEBHOOK_NOT_FOUND`, `NOT_OWNER`. */
export async function loadWebhook(
  { webhooks }: Pick<WebhooksContext, 'webhooks'>,
  { appId, id }: Pick<WebhookTarget, 'appId' | 'id'>,
): Promise<EndpointRow> {
  const row = idPattern('webhookEndpoint').test(id) ? await webhooks.find(id) : null;
  requireOwnWebhook(row?.endpoint ?? null, appId);
  return row as EndpointRow;
}

function refuse(refusal: CreateRefusal): never {
  if (refusal === 'full') throw new ApiError('LIMIT_REACHED', { data: { limit: WEBHOOK_LIMITS.endpoints } });
  throw new ApiError('WEBHOOK_EXISTS', { data: { id: refusal.existing } });
}

/**
 * Registers an endpoint. The secret is in this answer alone.
 *
 * @throws ValidationError for its address; ApiError `WEBHOOK_EXISTS`, `LIMIT_REACHED`.
 */
export async function createWebhook(
  context: WebhooksContext,
  appId: string,
  input: CreateWebhookInput,
): Promise<{ view: WebhookView; secret: string | null }> {
  const at = context.clock.now();
  const url = readWebhookUrl(input.url, context.loopbackOrigins);
  const endpoint = newEndpoint(input, { id: newId('webhookEndpoint'), appId, url, at });
  const key = newSigningKey(endpoint.signature);
  const sealed = sealKey(context, endpoint.id, { key, at });
  const refusal = await context.webhooks.create(endpoint, sealed);
  if (refusal) refuse(refusal);
  const view = presentWebhook(endpoint, { keys: [sealed], failingSince: null, now: at });
  return { view, secret: key.scheme === 'v1' ? key.receiverKey : null };
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
export async function listWebhooks(context: WebhooksContext, appId: string): Promise<WebhookView[]> {
  return (await context.webhooks.list(appId)).map((row) => show(context, row));
}

/** @throws ApiError `WEBHOOK_NOT_FOUND`, `NOT_OWNER`. */
export async function readWebhook(context: WebhooksContext, target: WebhookTarget): Promise<WebhookView> {
  return show(context, await loadWebhook(context, target));
}

/** Reads the endpoint and changes it, again when another change came first. */
function changeWebhook<T>(
  context: WebhooksContext,
  target: WebhookTarget,
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
  target: WebhookTarget,
  input: UpdateWebhookInput,
): Promise<WebhookView> {
  return changeWebhook(context, target, async (row) => {
    const { endpoint, keys } = row;
    const at = context.clock.now();
    const isEnabling = input.status === 'ENABLED' && endpoint.disabledAt !== null;
    const address = input.url ?? (isEnabling ? endpoint.url : undefined);
    const url = address === undefined ? undefined : readWebhookUrl(address, context.loopbackOrigins);
    const changed = changedEndpoint(endpoint, { ...input, ...(url !== undefined && { url }) }, at);
    if (isEnabling && signingKeys(keys, at).length === 0)
      throw new ValidationError([{ field: 'status', issue: { rule: 'secretFirst' } }]);
    if (changed === null) return show(context, row);
    const moved = isEnabling
      ? 'enabled'
      : input.status === 'DISABLED' && endpoint.disabledAt === null
        ? 'disabled'
        : null;
    const written = await context.webhooks.update(changed, moved);
    if (written === null) return null;
    if (written !== true) refuse(written);
    const lane = { ...row.lane, ...(moved === 'disabled' && { failingSince: null }) };
    return show(context, { ...row, endpoint: changed, lane });
  });
}

/** @throws ApiError `WEBHOOK_NOT_FOUND`, `NOT_OWNER`, `VERSION_CONFLICT`. */
export async function deleteWebhook(context: WebhooksContext, target: WebhookTarget): Promise<void> {
  await changeWebhook(context, target, ({ endpoint }) => context.webhooks.remove(endpoint));
}

/** A new key, shown once; the old one signs until `expiresAt`. */
export interface RotatedKey {
  key: NewSigningKey;
  expiresAt: Date;
  version: number;
}

/**
 * Gives an endpoint a new key.
 *
 * @throws ApiError `WEBHOOK_NOT_FOUND`, `NOT_OWNER`, `VERSION_CONFLICT`.
 */
export function rotateWebhookSecret(
  context: WebhooksContext,
  target: WebhookTarget,
  graceSeconds: number,
): Promise<RotatedKey> {
  return changeWebhook(context, target, async ({ endpoint, keys }) => {
    const at = context.clock.now();
    const { kept, expiresAt } = rotateKeys(keys, { graceSeconds, at });
    const key = newSigningKey(endpoint.signature);
    const added = sealKey(context, endpoint.id, { key, at });
    const written = await context.webhooks.replaceKeys(endpoint, { kept, added, at });
    return written && { key, expiresAt, version: endpoint.version + 1 };
  });
}
