import type { SandboxProduct } from '../config/sandbox-product.ts';
import type { IdentityContext } from '../identity/identity-context.ts';
import type { ConsoleSessionStore } from '../identity/console-sessions.ts';
import type { Logger } from '../observability/logger.ts';

/** What the routes of the console need. */
export interface ConsoleContext {
  identity: IdentityContext;
  consoleSessions: ConsoleSessionStore;
  /** The origins by which the console is opened. */
  origins: () => readonly string[];
  /** What a first purchase can buy; null without the sandbox of this process. */
  sandbox: SandboxProduct | null;
  log: Logger;
}
