import { hkdfSync } from 'node:crypto';
import { type Config, ConfigError, dataFiles } from './config/config.ts';
import { loadOrCreateKey } from './sealing/private-files.ts';
import { createRecipientBox, deriveDataKey, type RecipientBox } from './sealing/recipient-box.ts';
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
 * The box that seals with the data key, or with a key derived from the secrets key, and opens with all known keys.
 *
 * @throws ConfigError when this process has neither key.
 */
export function openRecipientBox(config: Config): RecipientBox {
  const { dataKey, previousDataKey, previousSecretsKey } = config;
  const secretsKey = findSecretsKey(config);
  const derived = secretsKey && deriveDataKey(secretsKey);
  const current = dataKey ?? derived;
  if (current === null) throw new ConfigError('DATA_KEY must be set: it decrypts the recipients of intents');
  const others = [derived, previousDataKey, previousSecretsKey && deriveDataKey(previousSecretsKey)];
  return createRecipientBox([current, ...others.filter((key) => key !== null)]);
}

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
