import type { Actor } from '../audit/record-change.ts';
import type { Clock } from '../clock.ts';
import { resealAll } from '../sealing/reseal-all.ts';
import type { SecretBox } from '../sealing/secret-box.ts';
import type { AppSecretRow } from './store/app-row.ts';
import type { sealedSecrets } from './store/sealed-secrets.ts';

/** The dependencies of a change of the key of secrets. */
export interface RekeyDeps {
  secrets: ReturnType<typeof sealedSecrets>;
  secretBox: SecretBox;
  clock: Clock;
}

/**
 * Seals all secrets that are under the previous key with the current one, and returns how many. Safe while the service
 * runs, and again after an interruption.
 *
 * @throws Error when no key at hand opens one of them.
 */
export async function rekeySecrets({ secrets, secretBox, clock }: RekeyDeps, actor: Actor): Promise<number> {
  return resealAll(secretBox, await secrets.list(), {
    ownerOf: ({ appId }) => appId,
    open: (secret) => openSecret(secretBox, secret),
    reseal: (secret, sealed) => secrets.reseal(secret, sealed, { actor, at: clock.now() }),
  });
}

function openSecret(box: SecretBox, { appId, ciphertext }: AppSecretRow): string {
  try {
    return box.open(ciphertext, appId);
  } catch (cause) {
    throw new Error(
      `neither SECRETS_KEY nor SECRETS_KEY_PREVIOUS opens the secret of ${appId}; nothing more is changed`,
      { cause },
    );
  }
}
