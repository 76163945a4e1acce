import type { SecretBox } from '../sealing/secret-box.ts';
import type { sealedKeys } from './store/webhook-store.ts';

/**
 * Seals all keys of endpoints that are under an earlier data key with the current one, and returns how many. Safe while the
 * service runs, and again after an interruption.
 *
 * @throws Error when no key at hand opens one of them.
 */
export async function rekeyWebhooks(keys: ReturnType<typeof sealedKeys>, box: SecretBox): Promise<number> {
  let count = 0;
  for (const { id, webhookId, ciphertext } of await keys.list()) {
    if (box.isCurrent(ciphertext, webhookId)) continue;
    const sealed = box.seal(box.open(ciphertext, webhookId), webhookId);
    if (await keys.reseal(id, ciphertext, sealed)) count += 1;
  }
  return count;
}
