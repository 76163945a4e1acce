import type { Clock } from '../../clock.ts';
import { PollingLoop } from '../../polling/polling-loop.ts';
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
  // One statement at a time: a database that hangs holds one connection for them.
  readonly #loop = new PollingLoop({
    everyMs: GATHER_MS,
    poll: () => this.#write(),
    onError: () => undefined,
  });
  #gathered: CredentialUse[] = [];

  constructor(store: UseStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Begins to write what is noted. */
  start(): void {
    this.#loop.start();
  }

  /** Writes the rest, as the process ends. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.#write();
  }

  /** No call waits for what is written of it, or fails with it. */
  note(credentialId: string): void {
    const now = this.#clock.now();
    const writtenAt = this.#writtenAt.get(credentialId);
    if (writtenAt !== undefined && now.getTime() - writtenAt < WRITE_EVERY_MS) return;
    this.#writtenAt.delete(credentialId);
    this.#writtenAt.set(credentialId, now.getTime());
    if (this.#writtenAt.size > MAX_KNOWN)
      this.#writtenAt.delete(this.#writtenAt.keys().next().value ?? credentialId);
    this.#gathered.push({ credentialId, at: now });
  }

  /** What the database could not take is noted by its next use. */
  async #write(): Promise<void> {
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
