import type { Clock } from '../../clock.ts';
import type { UseStore } from '../store/use-store.ts';

const WRITE_EVERY_MS = 60_000;
// Each entry is some 100 bytes. Beyond them the oldest is forgotten, and written again at its next use.
const MAX_KNOWN = 50_000;

/**
 * Keeps when credentials and Apps were last used, to the minute: a use writes nothing when the last write is not a minute
 * ago.
 */
export class CredentialUses {
  readonly #store: UseStore;
  readonly #clock: Clock;
  readonly #writtenAt = new Map<string, number>();

  constructor(store: UseStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  note(credentialId: string): void {
    const now = this.#clock.now();
    const writtenAt = this.#writtenAt.get(credentialId);
    if (writtenAt !== undefined && now.getTime() - writtenAt < WRITE_EVERY_MS) return;
    this.#writtenAt.delete(credentialId);
    this.#writtenAt.set(credentialId, now.getTime());
    if (this.#writtenAt.size > MAX_KNOWN)
      this.#writtenAt.delete(this.#writtenAt.keys().next().value ?? credentialId);
    // No call waits for this, or fails with it.
    this.#store.write({ credentialId, at: now }).catch(() => this.#writtenAt.delete(credentialId));
  }
}
