import { ConfigError, readConfig } from '../../src/config/config.ts';
import type { SettingName } from '../../src/config/settings.ts';

export type Env = Partial<Record<SettingName, string>>;

export const KEY = Buffer.alloc(32, 7).toString('base64');

/** All that production needs. */
export const PRODUCTION: Env = {
  ...Object.fromEntries(
    ['A', 'B', 'C'].flatMap((letter) => [
      [`PLATFORM_${letter}_URL`, 'https://gateway.example'],
      [`PLATFORM_${letter}_TOKEN`, 'token'],
      [`PLATFORM_${letter}_PRODUCT_URLS`, 'https://item.example/'],
    ]),
  ),
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db.example/procurement?sslmode=verify-full',
  SECRETS_KEY: KEY,
  PUBLIC_URL: 'https://buy.example',
};

/** The error lines for `env`; none when it is valid. */
export function problemsOf(env: Env): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
}
