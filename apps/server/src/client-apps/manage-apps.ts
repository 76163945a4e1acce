import { randomBytes } from 'node:crypto';
import type { Permission } from '@procurement-intents/contract';
import { APP_ID_PATTERN, DEFAULT_PERMISSIONS } from '@procurement-intents/contract';
import { checkIpAllowList, checkVersion, ValidationError } from '@procurement-intents/domain';
import { conflict, found } from '@procurement-intents/domain/bearer';
import { isName } from '@procurement-intents/domain/company';
import { changeInTurn } from '../changes/change-in-turn.ts';
import type { CreateKey } from '../changes/unit-of-work.ts';
import { type Actor, OPERATOR } from '../audit/record-change.ts';
import type { ChangeTarget } from '../changes/change-target.ts';
import { newId } from '../new-id.ts';
import { newUuid } from '../new-uuid.ts';
import type { Clock } from '../clock.ts';
import { isUniqueViolation } from '../postgres/database-errors.ts';
import type { SecretBox } from '../sealing/secret-box.ts';
import type { AppRow } from './store/app-row.ts';
import type { AppStore } from './store/app-store.ts';

export type { AppColumn } from './store/app-list.ts';
export type { AppRow };

export interface NewApp {
  name: string;
  ipAllowList?: readonly string[];
  /** Default: `DEFAULT_PERMISSIONS`. */
  permissions?: readonly Permission[];
  /** Null: no intent is archived by itself. */
  archiveAfterDays?: number | null | undefined;
  /** Id and secret; random by default. */
  id?: string;
  secret?: string;
}

export interface AppsDeps {
  store: AppStore;
  secretBox: SecretBox;
  clock: Clock;
  /** Told of each App that this process has changed. */
  onChange?: (appId: string) => void;
}

/** A secret in plain text, shown once; only its ciphertext is stored. */
export interface IssuedSecret {
  app: AppRow;
  secret: string;
}

const newSecret = (): string => randomBytes(32).toString('base64url');

/** Who registers an App, and under which `Idempotency-Key`. */
export interface AppCreate {
  actor: Actor;
  key?: CreateKey | null;
}

/**
 * Registers an App with its first secret; under an `Idempotency-Key` once, and later calls get the App as it is now.
 *
 * @throws ValidationError for a bad name or allow-list entry; BearerError `conflict` for a taken name, or when the key was
 *   used for another request.
 */
export async function createApp(
  deps: AppsDeps,
  input: NewApp,
  create: AppCreate = { actor: OPERATOR },
): Promise<{ app: AppRow; secret: string; isReplay: boolean }> {
  const name = input.name.trim();
  checkName(name);
  const ipAllowList = [...(input.ipAllowList ?? [])];
  checkIpAllowList(ipAllowList);
  const secret = input.secret ?? newSecret();
  const createdAt = deps.clock.now();
  const id = input.id ?? newId('app');
  const app: AppRow = {
    id,
    name,
    permissions: [...(input.permissions ?? DEFAULT_PERMISSIONS)],
    ipAllowList,
    archiveAfterDays: input.archiveAfterDays ?? null,
    disabledAt: null,
    createdAt,
    updatedAt: null,
    version: 1,
  };
  const made = await uniqueName(() =>
    deps.store.create(app, sealedSecret(deps, id, secret, createdAt), create),
  );
  if (!made.isReplay) return { app, secret, isReplay: false };
  return { app: await loadApp(deps, made.resourceId), secret, isReplay: true };
}

/** Writes what has a name. @throws BearerError `conflict` when the name is taken. */
async function uniqueName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw conflict('the name is taken', error);
  }
}

/** The App. @throws BearerError `not_found`. */
export async function loadApp({ store }: Pick<AppsDeps, 'store'>, id: string): Promise<AppRow> {
  const { secrets: _, ...row } = found(APP_ID_PATTERN.test(id) ? await store.find(id) : null);
  return row;
}

/** What a change writes, and how the record calls it. */
type AppWrite = Pick<Parameters<AppsDeps['store']['update']>[1], 'action' | 'changes' | 'rotation'>;

/**
 * Changes an App. Another change that comes first is taken into account; with `If-Match` it is a conflict.
 *
 * @param decide - what to change in the App as it stands; null: nothing.
 * @throws BearerError `not_found`; ApiError `VERSION_CONFLICT`.
 */
async function changeApp(
  deps: AppsDeps,
  { id, ifMatch, actor }: ChangeTarget,
  decide: (app: AppRow, at: Date) => AppWrite | null,
): Promise<AppRow> {
  return changeInTurn(async () => {
    const app = await loadApp(deps, id);
    checkVersion(app, ifMatch);
    const at = deps.clock.now();
    const write = decide(app, at);
    if (write === null) return app;
    const changed = await deps.store.update(app, { actor, at, ...write });
    deps.onChange?.(id);
    return changed;
  });
}

/**
 * Gives the App a new secret; the old one stays valid for `graceSeconds`. At most two are active.
 *
 * @throws BearerError `not_found`; ApiError `VERSION_CONFLICT`.
 */
export async function rotateSecret(
  deps: AppsDeps,
  target: ChangeTarget,
  graceSeconds: number,
): Promise<IssuedSecret> {
  const secret = newSecret();
  const app = await changeApp(deps, target, (_app, at) => ({
    action: 'app.secret_rotated',
    rotation: {
      secret: sealedSecret(deps, target.id, secret, at),
      expiresAt: new Date(at.getTime() + graceSeconds * 1000),
    },
  }));
  return { app, secret };
}

/** Refuses the App's calls from now on, or lets it call again. @throws BearerError `not_found`; ApiError `VERSION_CONFLICT`. */
export function setAppDisabled(
  deps: AppsDeps,
  { isDisabled, ...target }: ChangeTarget & { isDisabled: boolean },
): Promise<AppRow> {
  const action = isDisabled ? 'app.disabled' : 'app.enabled';
  return changeApp(deps, target, ({ disabledAt }, at) =>
    (disabledAt !== null) === isDisabled ? null : { action, changes: { disabledAt: isDisabled ? at : null } },
  );
}

export interface AppChanges {
  name?: string;
  /** Replaces the whole list. An empty one allows every address. */
  ipAllowList?: readonly string[];
  permissions?: readonly Permission[];
  /** Null: no intent is archived by itself. */
  archiveAfterDays?: number | null | undefined;
}

/**
 * Changes an App.
 *
 * @throws ValidationError for a bad name or allow-list entry; BearerError `conflict` for a taken name, `not_found`; ApiError
 *   `VERSION_CONFLICT`.
 */
export async function updateApp(
  deps: AppsDeps,
  target: ChangeTarget,
  { name: given, ipAllowList, permissions, archiveAfterDays }: AppChanges,
): Promise<AppRow> {
  const name = given?.trim();
  if (name !== undefined) checkName(name);
  checkIpAllowList(ipAllowList ?? []);
  const changes = {
    ...(name !== undefined && { name }),
    ...(ipAllowList && { ipAllowList: [...ipAllowList] }),
    ...(permissions && { permissions: [...permissions] }),
    ...(archiveAfterDays !== undefined && { archiveAfterDays }),
  };
  const isEmpty = Object.keys(changes).length === 0;
  const write = { action: 'app.updated', changes } satisfies AppWrite;
  return uniqueName(() => changeApp(deps, target, () => (isEmpty ? null : write)));
}

function sealedSecret(deps: AppsDeps, appId: string, secret: string, createdAt: Date) {
  return { id: newUuid(), appId, ciphertext: deps.secretBox.seal(secret, appId), createdAt, expiresAt: null };
}

function checkName(name: string): void {
  if (!isName(name)) throw new ValidationError([{ field: 'name', issue: { rule: 'text' } }]);
}
