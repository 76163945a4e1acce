import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { createPrivately, writePrivately } from '../private-file.ts';
import { defaultSettingsFile, readPrivately, type Env } from '../settings-file.ts';
import { UsageError } from '../usage-error.ts';
import { isWebhookSecret, newWebhookSecret } from './sign-webhook.ts';

/** Whose events are forwarded, and where to. */
export interface Listener {
  baseUrl: string;
  appId: string;
  forwardTo: string;
}

// Each App and each address has a file of its own, so that commands that run at once overwrite nothing of one another.
const folderOf = (env: Env): string => join(dirname(defaultSettingsFile(env)), 'listen');
const nameOf = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24);
const secretFile = (env: Env, { baseUrl, appId }: Listener): string =>
  join(folderOf(env), `${nameOf(baseUrl, appId)}.json`);
const cursorFile = (env: Env, { baseUrl, appId, forwardTo }: Listener): string =>
  join(folderOf(env), `${nameOf(baseUrl, appId, forwardTo)}.json`);
/** The file that one process at a time writes. */
export const holdFile = (env: Env, { baseUrl, appId, forwardTo }: Listener): string =>
  join(folderOf(env), `${nameOf(baseUrl, appId, forwardTo)}.lock`);

const toText = (content: object): string => `${JSON.stringify(content, null, 2)}\n`;

/**
 * The secret that events of the App are signed with on this machine. The first call makes it.
 *
 * @throws UsageError when the file is open to other users, holds something else, or cannot be written.
 */
export async function loadSecret(env: Env, listener: Listener): Promise<string> {
  const file = secretFile(env, listener);
  const { baseUrl, appId } = listener;
  let text = await readPrivately(file);
  if (text === null) {
    await createPrivately(file, toText({ baseUrl, appId, secret: newWebhookSecret() }));
    // Of several first calls at once, one makes it.
    text = await readPrivately(file);
  }
  const secret = read(text, 'secret');
  if (isWebhookSecret(secret)) return secret;
  throw new UsageError(`${file} is not what \`listen\` writes`, 'Delete it to get a new secret.');
}

/**
 * The `sequence` that was handled last for this address; null before the first.
 *
 * @throws UsageError when the file is open to other users or holds something else.
 */
export async function readCursor(env: Env, listener: Listener): Promise<string | null> {
  const file = cursorFile(env, listener);
  const text = await readPrivately(file);
  if (text === null) return null;
  const cursor = read(text, 'cursor');
  if (typeof cursor === 'string' && /^\d+$/.test(cursor)) return cursor;
  throw new UsageError(
    `${file} is not what \`listen\` writes`,
    'Delete it, and say with --from where to begin.',
  );
}

/** @throws UsageError when it cannot be written. */
export const writeCursor = (env: Env, listener: Listener, cursor: string): Promise<void> =>
  writePrivately(cursorFile(env, listener), toText({ ...listener, cursor }));

function read(text: string | null, name: string): unknown {
  try {
    return (JSON.parse(text ?? '') as Record<string, unknown> | null)?.[name];
  } catch {
    // The message of the parser would quote the secret.
    return undefined;
  }
}
