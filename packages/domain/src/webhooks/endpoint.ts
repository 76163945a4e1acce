import type {
  CreateWebhookInput,
  DisabledReason,
  Payload,
  RotatedWebhookSecretView,
  UpdateWebhookInput,
  WebhookView,
} from '@procurement-intents/contract/webhooks';
import { NAMED_ONLY_TYPES } from '@procurement-intents/contract';
import { EVERY_TYPE, WEBHOOK_LIMITS } from '@procurement-intents/contract/webhooks';
import { ApiError, ValidationError } from '../errors.ts';
import { readWebhookUrl } from './webhook-url.ts';

/** An endpoint as it is stored. */
export interface WebhookEndpoint {
  id: string;
  appId: string;
  url: string;
  description: string;
  eventTypes: string[];
  payload: Payload;
  signature: WebhookView['signature'];
  maxPerSecond: number;
  /** Both null while it is enabled. */
  disabledReason: DisabledReason | null;
  disabledAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

/** What signs the requests to an endpoint. */
export interface WebhookKey {
  /** Only with ed25519. */
  publicKey: string | null;
  createdAt: Date;
  /** From then on it signs no more; null in the newest one. */
  expiresAt: Date | null;
}

/** Whether a new endpoint, or one with these changes, gets deliveries. */
const disabling = (status: 'ENABLED' | 'DISABLED', at: Date) =>
  status === 'ENABLED'
    ? { disabledReason: null, disabledAt: null }
    : { disabledReason: 'CALLER' as const, disabledAt: at };

/** @param url - in its one form. */
export function newEndpoint(
  { description = '', eventTypes, payload, signature, maxPerSecond, status = 'ENABLED' }: CreateWebhookInput,
  { id, appId, url, at }: { id: string; appId: string; url: string; at: Date },
): WebhookEndpoint {
  return {
    id,
    appId,
    url,
    description,
    eventTypes: eventTypes ?? [EVERY_TYPE],
    payload: payload ?? 'thin',
    signature: signature ?? 'v1',
    maxPerSecond: maxPerSecond ?? WEBHOOK_LIMITS.maxPerSecondDefault,
    ...disabling(status, at),
    createdAt: at,
    updatedAt: at,
    version: 1,
  };
}

/** The endpoint with the changes; null when they change nothing. */
function changedEndpoint(
  endpoint: WebhookEndpoint,
  { status, ...fields }: UpdateWebhookInput,
  at: Date,
): WebhookEndpoint | null {
  const isEnabled = endpoint.disabledAt === null;
  const isSwitched = status !== undefined && (status === 'ENABLED') !== isEnabled;
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const changed: WebhookEndpoint = { ...endpoint, ...given, ...(isSwitched && disabling(status, at)) };
  if (JSON.stringify(changed) === JSON.stringify(endpoint)) return null;
  return { ...changed, updatedAt: at, version: endpoint.version + 1 };
}

/** What an update makes of an endpoint, and whether its deliveries begin or end with it. */
export interface EndpointUpdate {
  changed: WebhookEndpoint;
  switchedTo: 'enabled' | 'disabled' | null;
}

/**
 * What an update makes of an endpoint; null when it changes nothing. One that is enabled must have a key, and an address
 * that is allowed now.
 *
 * @param loopbackOrigins - origins on this machine that endpoints may have.
 * @throws ValidationError on `url`, and on `status` of an endpoint without a key.
 */
export function endpointUpdate(
  endpoint: WebhookEndpoint,
  input: UpdateWebhookInput,
  {
    keys,
    at,
    loopbackOrigins,
  }: { keys: readonly WebhookKey[]; at: Date; loopbackOrigins: ReadonlySet<string> },
): EndpointUpdate | null {
  const isEnabling = input.status === 'ENABLED' && endpoint.disabledAt !== null;
  const isDisabling = input.status === 'DISABLED' && endpoint.disabledAt === null;
  const address = input.url ?? (isEnabling ? endpoint.url : undefined);
  const url = address === undefined ? undefined : readWebhookUrl(address, loopbackOrigins);
  const changed = changedEndpoint(endpoint, { ...input, ...(url !== undefined && { url }) }, at);
  if (isEnabling && signingKeys(keys, at).length === 0)
    throw new ValidationError([{ field: 'status', issue: { rule: 'secretFirst' } }]);
  if (changed === null) return null;
  return { changed, switchedTo: isEnabling ? 'enabled' : isDisabling ? 'disabled' : null };
}

const NAMED_ONLY: ReadonlySet<string> = new Set(NAMED_ONLY_TYPES);

/** Whether these types, of an endpoint or a replay, have the type of an event. */
const takesType = (types: readonly string[], type: string): boolean =>
  types.includes(type) || (types.includes(EVERY_TYPE) && !NAMED_ONLY.has(type));

/**
 * Whether an endpoint gets an event when it, or a replay, has these types. An endpoint is not told of itself. In SQL,
 * `getsEvent` of the server's `webhook-rows/deliveries.ts` says the same: `deliveries.test.ts` holds both to one answer.
 */
export const getsEvent = (
  webhookId: string,
  types: readonly string[],
  event: { type: string; subjectId: string },
): boolean => event.subjectId !== webhookId && takesType(types, event.type);

/** @throws ApiError `WEBHOOK_NOT_FOUND` (40402); `NOT_OWNER` (40301) when the endpoint is another App's. */
export function requireOwnWebhook<Row extends { appId: string }>(row: Row | null, appId: string): Row {
  if (!row) throw new ApiError('WEBHOOK_NOT_FOUND');
  if (row.appId !== appId) throw new ApiError('NOT_OWNER');
  return row;
}

/** @throws ApiError `WEBHOOK_DISABLED` (40902). */
export function requireEnabled({ disabledReason }: Pick<WebhookEndpoint, 'disabledReason'>): void {
  if (disabledReason !== null) throw new ApiError('WEBHOOK_DISABLED', { data: { disabledReason } });
}

/** The keys that sign now, the newest first. */
export const signingKeys = <Key extends WebhookKey>(keys: readonly Key[], now: Date): Key[] =>
  keys
    .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
    .sort((a, b) => Number(a.expiresAt !== null) - Number(b.expiresAt !== null));

/**
 * What a rotation does to the keys: the newest is replaced by the new one, and signs on for the grace time. If an older one
 * does that already, it goes on alone and no longer than before: a repeated call after a lost answer takes no key from
 * a receiver.
 */
export function rotateKeys<Key extends WebhookKey>(
  keys: readonly Key[],
  { graceSeconds, at }: { graceSeconds: number; at: Date },
): { kept: Key | null; expiresAt: Date } {
  const [newest, older] = signingKeys(keys, at);
  const asked = new Date(at.getTime() + graceSeconds * 1000);
  const staying = older ?? newest;
  const expiresAt = older?.expiresAt && older.expiresAt < asked ? older.expiresAt : asked;
  return { kept: staying && graceSeconds > 0 ? { ...staying, expiresAt } : null, expiresAt };
}

/** The new key of a rotation as its caller sees it, this once. */
export function presentRotatedKey(
  scheme: WebhookEndpoint['signature'],
  { receiverKey, expiresAt }: { receiverKey: string; expiresAt: Date },
): RotatedWebhookSecretView {
  const shown = scheme === 'v1' ? { secret: receiverKey } : { publicKey: receiverKey };
  return { ...shown, expiresAt: expiresAt.toISOString() };
}

/**
 * The endpoint as its App sees it.
 *
 * @param failingSince - the first failure since its last success.
 */
export function presentWebhook(
  endpoint: WebhookEndpoint,
  { keys, failingSince, now }: { keys: readonly WebhookKey[]; failingSince: Date | null; now: Date },
): WebhookView {
  const { appId: _, disabledReason, disabledAt, createdAt, updatedAt, version, ...shown } = endpoint;
  const signing = signingKeys(keys, now);
  const expiresAt = signing.find((key) => key.expiresAt !== null)?.expiresAt;
  const publicKeys = signing.flatMap(({ publicKey }) => publicKey ?? []);
  return {
    ...shown,
    status: disabledReason === null ? 'ENABLED' : 'DISABLED',
    ...(disabledReason && { disabledReason }),
    ...(disabledAt && { disabledAt: disabledAt.toISOString() }),
    ...(failingSince && { failingSince: failingSince.toISOString() }),
    ...(expiresAt && { secretExpiresAt: expiresAt.toISOString() }),
    ...(publicKeys.length > 0 && { publicKeys }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    version,
  };
}
