import { randomBytes } from 'node:crypto';
import type { Permission } from '@procurement-intents/contract';
import { PERMISSIONS } from '@procurement-intents/contract';
import { parseIpRange } from '../ip-range.ts';
import { newUuid } from '../new-uuid.ts';
import type { Clock } from '../clock.ts';
import type { SecretBox } from '../sealing/secret-box.ts';
import type { AppRow, AppSecretRow } from './store/app-row.ts';
import type { AppStore } from './store/app-store.ts';

/** A failure whose message is for the person at the command line. */
export class AppError extends Error {
  override readonly name = 'AppError';
}

export interface NewApp {
  name: string;
  ipAllowList?: readonly string[];
  permissions?: readonly Permission[];
  webhookUrl?: string;
  /** Id and secret; random by default. */
  id?: string;
  secret?: string;
}

export interface AppsDeps {
  store: AppStore;
  secretBox: SecretBox;
  clock: Clock;
}

/** A secret in plain text, shown once; only its ciphertext is stored. */
export interface IssuedSecret {
  app: AppRow;
  secret: string;
}

const newSecret = (): string => randomBytes(32).toString('base64url');

/** Registers an App with its first secret. @throws AppError for a taken name, a bad allow-list entry or webhook address. */
export async function createApp(deps: AppsDeps, input: NewApp): Promise<IssuedSecret> {
  const name = input.name.trim();
  if (!NAME_PATTERN.test(name))
    throw new AppError('the name must have 1 to 100 characters, all of them printable');
  const ipAllowList = [...(input.ipAllowList ?? [])];
  for (const entry of ipAllowList) checkIpEntry(entry);
  if (input.webhookUrl !== undefined) checkWebhookUrl(input.webhookUrl);
  if (await deps.store.findByName(name)) throw new AppError(`an App named ${name} exists already`);
  const secret = input.secret ?? newSecret();
  const createdAt = deps.clock.now();
  const id = input.id ?? `app_${newUuid()}`;
  const row: AppRow = {
    id,
    name,
    permissions: [...(input.permissions ?? PERMISSIONS)],
    ipAllowList,
    webhookUrl: input.webhookUrl ?? null,
    disabledAt: null,
    createdAt,
  };
  const app = await deps.store.create(row, sealedSecret(deps, id, secret, createdAt));
  return { app, secret };
}

/**
 * Gives the App a new secret; the old one stays valid for `graceSeconds`. At most two are active.
 *
 * @throws AppError when there is no such App.
 */
export async function rotateSecret(
  deps: AppsDeps,
  appId: string,
  graceSeconds: number,
): Promise<IssuedSecret> {
  const app = await deps.store.find(appId);
  if (!app) throw new AppError(`there is no App ${appId}`);
  const secret = newSecret();
  const now = deps.clock.now();
  await deps.store.rotateSecret(
    sealedSecret(deps, appId, secret, now),
    new Date(now.getTime() + graceSeconds * 1000),
  );
  return { app, secret };
}

/** Checks that the App exists. @throws AppError when it does not. */
export async function requireApp({ store }: Pick<AppsDeps, 'store'>, appId: string): Promise<void> {
  if (!(await store.find(appId))) throw new AppError(`there is no App ${appId}`);
}

/** Refuses the App's calls from now on. @throws AppError when there is no such App or it is disabled already. */
export async function disableApp(deps: AppsDeps, appId: string): Promise<void> {
  if (!(await deps.store.disable(appId, deps.clock.now()))) {
    throw new AppError(`there is no enabled App ${appId}`);
  }
}

function openSecret(box: SecretBox, { appId, ciphertext }: AppSecretRow): string {
  try {
    return box.open(ciphertext, appId);
  } catch {
    throw new AppError(
      `neither SECRETS_KEY nor SECRETS_KEY_PREVIOUS opens the secret of ${appId}; nothing more is changed`,
    );
  }
}

export interface AppChanges {
  /** Replaces the whole list. An empty one allows every address. */
  ipAllowList?: readonly string[];
  permissions?: readonly Permission[];
  /** False lets a disabled App call again. */
  isDisabled?: false;
}

/** Changes an App. @throws AppError for a bad allow-list entry or an unknown App. */
export async function updateApp(deps: AppsDeps, appId: string, changes: AppChanges): Promise<void> {
  const { ipAllowList, permissions, isDisabled } = changes;
  for (const entry of ipAllowList ?? []) checkIpEntry(entry);
  const isKnown = await deps.store.update(appId, {
    ...(ipAllowList && { ipAllowList: [...ipAllowList] }),
    ...(permissions && { permissions: [...permissions] }),
    ...(isDisabled === false && { disabledAt: null }),
  });
  if (!isKnown) throw new AppError(`there is no App ${appId}`);
}

/**
 * Seals all secrets that are under the previous key with the current one, and returns how many. Safe while the service
 * runs, and again after an interruption.
 */
export async function rekeySecrets({ store, secretBox }: AppsDeps): Promise<number> {
  let count = 0;
  for (const secret of await store.listSecrets()) {
    const { appId, ciphertext } = secret;
    if (secretBox.isCurrent(ciphertext, appId)) continue;
    const sealed = secretBox.seal(openSecret(secretBox, secret), appId);
    if (await store.reseal(secret, sealed)) count += 1;
  }
  return count;
}

function sealedSecret(deps: AppsDeps, appId: string, secret: string, createdAt: Date) {
  return { id: newUuid(), appId, ciphertext: deps.secretBox.seal(secret, appId), createdAt, expiresAt: null };
}

// Line breaks and other control characters could forge rows in the output of a list.
const NAME_PATTERN = /^[^\p{C}\p{Zl}\p{Zp}]{1,100}$/u;
const WEBHOOK_URL_CHARS = 2048;

function checkWebhookUrl(text: string): void {
  const isHttps = URL.canParse(text) && new URL(text).protocol === 'https:';
  if (!isHttps || text.length > WEBHOOK_URL_CHARS) {
    throw new AppError(`the webhook address must be an https URL of at most ${WEBHOOK_URL_CHARS} characters`);
  }
}

function checkIpEntry(entry: string): void {
  if (parseIpRange(entry) === null) throw new AppError(`${entry} is neither an IP address nor a CIDR range`);
}
