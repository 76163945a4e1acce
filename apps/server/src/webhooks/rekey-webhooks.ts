import type { Actor } from '../audit/record-change.ts';
import type { Clock } from '../clock.ts';
import type { SecretBox } from '../sealing/secret-box.ts';
import type { sealedKeys } from './store/webhook-store.ts';

/** The dependencies of a change of the data key. */
export interface RekeyContext {
  keys: ReturnType<typeof sealedKeys>;
  secretBox: SecretBox;
  clock: Clock;
}

/**
 * Seals all keys of endpoints that are under an earlier data key with the current one, and returns how many. Safe while the
 * service runs, and again after an interruption.
 *
 * @throws Error when no key at hand opens one of them.
 */
export async function rekeyWebhooks({ keys, secretBox, clock }: RekeyContext, actor: Actor): Promise<number> {
  let count = 0;
  for (const key of await keys.list()) {
    const { webhookId, ciphertext } = key;
    if (secretBox.isCurrent(ciphertext, webhookId)) continue;
    const sealed = secretBox.seal(secretBox.open(ciphertext, webhookId), webhookId);
    if (await keys.reseal(key, sealed, { actor, at: clock.now() })) count += 1;
  }
  return count;
}
