import { randomBytes } from 'node:crypto';
import { PERMISSIONS } from '@procurement-intents/contract';
import { readFileIfExists, writePrivateFile } from '../sealing/private-files.ts';
import { SERVICE } from '../audit/record-change.ts';
import { retryTransient, WHILE_STARTING } from '../postgres/retry-transient.ts';
import { createApp, type AppsDeps } from '../client-apps/manage-apps.ts';

export interface DemoApp {
  appId: string;
  appSecret: string;
}

/** The content of `demo-app.json`: all that a client on this machine needs for its first call. */
export interface DemoFile extends DemoApp {
  baseUrl: string;
  sandboxUrl: string;
}

// All that the guides show; who may buy needs no permission to draft.
const DEMO_PERMISSIONS = PERMISSIONS.filter((permission) => permission !== 'intents:draft');

/**
 * Creates or updates the demo App in the database: with the given id and secret, else those in `file`, else new ones.
 * Writes the result to `file`.
 */
export async function ensureDemoApp(
  deps: AppsDeps,
  options: {
    file: string;
    appId: string | null;
    appSecret: string | null;
    baseUrl: string;
    sandboxUrl: string;
  },
): Promise<DemoApp> {
  const kept = readKept(options.file);
  const wanted: DemoApp = {
    appId: options.appId ?? kept.appId ?? `app_demo_${randomBytes(8).toString('hex')}`,
    appSecret: options.appSecret ?? kept.appSecret ?? randomBytes(32).toString('base64url'),
  };
  await retryTransient(WHILE_STARTING, () => storeDemoApp(deps, wanted));
  const { baseUrl, sandboxUrl } = options;
  writePrivateFile(
    options.file,
    `${JSON.stringify({ ...wanted, baseUrl, sandboxUrl } satisfies DemoFile, null, 2)}\n`,
  );
  return wanted;
}

async function storeDemoApp(deps: AppsDeps, wanted: DemoApp): Promise<void> {
  const known = await deps.store.find(wanted.appId);
  if (!known) {
    await createApp(
      deps,
      {
        name: `Demo (${wanted.appId})`,
        id: wanted.appId,
        secret: wanted.appSecret,
        permissions: DEMO_PERMISSIONS,
      },
      { actor: SERVICE },
    );
  } else if (!known.secrets.some((secret) => opensAs(deps, secret.ciphertext, wanted))) {
    await deps.store.setSecret(wanted.appId, deps.secretBox.seal(wanted.appSecret, wanted.appId), {
      actor: SERVICE,
      at: deps.clock.now(),
    });
  }
}

function readKept(file: string): Partial<DemoApp> {
  try {
    return JSON.parse(readFileIfExists(file) ?? '{}') as Partial<DemoApp>;
  } catch (error) {
    // The file is incomplete after a crash: a new demo App is created.
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function opensAs(deps: AppsDeps, ciphertext: Uint8Array, { appId, appSecret }: DemoApp): boolean {
  try {
    return deps.secretBox.open(ciphertext, appId) === appSecret;
  } catch {
    // Sealed with a lost key: the secret of the demo App is stored again.
    return false;
  }
}
