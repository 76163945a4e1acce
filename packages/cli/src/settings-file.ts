import { open } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { cannotRead } from './read-input.ts';
import { UsageError } from './usage-error.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** The settings that every call to the service needs. */
export const SETTING_NAMES = ['baseUrl', 'appId', 'appSecret'] as const;
export type SettingName = (typeof SETTING_NAMES)[number];

export type FileSettings = Partial<Record<SettingName, string>>;

const OTHERS_MAY = 0o077;
const WRITE_AGAIN = 'Correct the file, or delete it and write it with `procurement-intents config set`.';

/** The settings file, unless `--config` names another. */
export function defaultSettingsFile(env: Env): string {
  return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'procurement-intents', 'config.json');
}

/**
 * Reads the settings of a file; null when it does not exist.
 *
 * @throws UsageError when other users may read or write it, or when its content is invalid.
 */
export async function readSettingsFile(file: string): Promise<FileSettings | null> {
  const text = await readPrivately(file);
  if (text === null) return null;
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    // The message of the parser quotes the text, and the text includes the secret.
    throw new UsageError(`${file} is not valid JSON`, WRITE_AGAIN);
  }
  return checkContent(file, content);
}

/** The text of a file; null when it does not exist. @throws UsageError when other users may read or write it. */
export async function readPrivately(file: string): Promise<string | null> {
  const handle = await open(file).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw cannotRead(file, error);
  });
  if (!handle) return null;
  try {
    // Checks the open file, because the name could refer to another file by the time of reading.
    const { mode } = await handle.stat();
    if (process.platform !== 'win32' && (mode & OTHERS_MAY) !== 0) {
      throw new UsageError(
        `${file} is open to other users of this machine`,
        `Run chmod 600 ${file}; if one of them may have read it, change the secret.`,
      );
    }
    return await handle.readFile('utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw cannotRead(file, error);
  } finally {
    await handle.close();
  }
}

function checkContent(file: string, content: unknown): FileSettings {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new UsageError(`${file} must hold a JSON object with ${SETTING_NAMES.join(', ')}`, WRITE_AGAIN);
  }
  for (const [key, value] of Object.entries(content)) {
    if (!(SETTING_NAMES as readonly string[]).includes(key)) {
      throw new UsageError(`${file} has an unknown key; known are ${SETTING_NAMES.join(', ')}`, WRITE_AGAIN);
    }
    if (typeof value !== 'string') throw new UsageError(`${file}: ${key} must be a text`, WRITE_AGAIN);
  }
  return content;
}
