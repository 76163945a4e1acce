import type { Actor } from '../audit/record-change.ts';
import type { Clock } from '../clock.ts';
import { resealAll } from '../sealing/reseal-all.ts';
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
  return resealAll(secretBox, await keys.list(), {
    ownerOf: ({ webhookId }) => webhookId,
    open: ({ ciphertext, webhookId }) => secretBox.open(ciphertext, webhookId),
    reseal: (key, sealed) => keys.reseal(key, sealed, { actor, at: clock.now() }),
  });
}
