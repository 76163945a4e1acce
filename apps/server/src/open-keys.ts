import { hkdfSync } from 'node:crypto';
import { type Config, ConfigError, dataFiles } from './config/config.ts';
import { loadOrCreateKey } from './sealing/private-files.ts';
import { createRecipientBox, deriveDataKey, type RecipientBox } from './personal-data/recipient-box.ts';
import { createSecretBox, type SecretBox } from './sealing/secret-box.ts';

/** The configured key, else the one in the data directory; null in production without a configured key. */
function findSecretsKey({ secretsKey, isProduction, dataDir }: Config): Buffer | null {
  return secretsKey ?? (isProduction ? null : loadOrCreateKey(dataFiles(dataDir).secretsKey));
}

/**
 * The box with the configured keys, or with the key in the data directory.
 *
 * @throws ConfigError when this process has no key.
 */
export function openSecretBox(config: Config): SecretBox {
  const key = findSecretsKey(config);
  if (key === null) throw new ConfigError('SECRETS_KEY must be set: it decrypts the secrets of Apps');
  return createSecretBox(key, config.previousSecretsKey);
}

/**
 * The data key, or the key derived from the secrets key, then the others that may have sealed something.
 *
 * @throws ConfigError when this process has neither key.
 */
function findDataKeys(config: Config, what: string): [Buffer, ...Buffer[]] {
  const { dataKey, previousDataKey, previousSecretsKey } = config;
  const secretsKey = findSecretsKey(config);
  const derived = secretsKey && deriveDataKey(secretsKey);
  const current = dataKey ?? derived;
  if (current === null) throw new ConfigError(`DATA_KEY must be set: it decrypts ${what}`);
  const others = [derived, previousDataKey, previousSecretsKey && deriveDataKey(previousSecretsKey)];
  return [current, ...others.filter((key) => key !== null)];
}

/**
 * The box of recipients: it seals with the data key, and opens with all known keys.
 *
 * @throws ConfigError when this process has no data key.
 */
export const openRecipientBox = (config: Config): RecipientBox =>
  createRecipientBox(findDataKeys(config, 'the recipients of intents'));

/**
 * The box of the keys of webhook endpoints, with the same keys as that of recipients.
 *
 * @throws ConfigError when this process has no data key.
 */
export const openWebhookBox = (config: Config): SecretBox =>
  createSecretBox(...findDataKeys(config, 'the secrets of webhook endpoints'));

const deriveSuccessorKey = (secretsKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', secretsKey, '', 'procurement-intents refresh token v1', 32));

/**
 * The keys that refresh tokens are derived with, from the secrets key; the current one is first.
 *
 * @throws ConfigError when this process has no key.
 */
export function openSuccessorKeys(config: Config): [Buffer, ...Buffer[]] {
  const key = findSecretsKey(config);
  if (key === null) throw new ConfigError('SECRETS_KEY must be set: refresh tokens are derived with it');
  const { previousSecretsKey } = config;
  return [deriveSuccessorKey(key), ...(previousSecretsKey ? [deriveSuccessorKey(previousSecretsKey)] : [])];
}
