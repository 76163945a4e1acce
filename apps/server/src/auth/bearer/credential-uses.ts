import type { Clock } from '../../clock.ts';
import type { CredentialUse, UseStore } from '../store/use-store.ts';

const WRITE_EVERY_MS = 60_000;
// Uses within this time share a statement: of thousands of Apps that call, some are due at any moment.
const GATHER_MS = 200;
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
  #gathered: CredentialUse[] = [];
  #timer: NodeJS.Timeout | undefined = undefined;

  constructor(store: UseStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** No call waits for what it writes, or fails with it. */
  note(credentialId: string): void {
    const now = this.#clock.now();
    const writtenAt = this.#writtenAt.get(credentialId);
    if (writtenAt !== undefined && now.getTime() - writtenAt < WRITE_EVERY_MS) return;
    this.#writtenAt.delete(credentialId);
    this.#writtenAt.set(credentialId, now.getTime());
    if (this.#writtenAt.size > MAX_KNOWN)
      this.#writtenAt.delete(this.#writtenAt.keys().next().value ?? credentialId);
    this.#gathered.push({ credentialId, at: now });
    this.#timer ??= setTimeout(() => void this.flush(), GATHER_MS);
  }

  /** Writes what was gathered, now. Those that the database could not take are noted by their next use. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const uses = this.#gathered;
    if (uses.length === 0) return;
    this.#gathered = [];
    try {
      await this.#store.write(uses);
    } catch {
      for (const { credentialId } of uses) this.#writtenAt.delete(credentialId);
    }
  }
}
