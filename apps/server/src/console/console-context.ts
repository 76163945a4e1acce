import type { IdentityContext } from '../identity/identity-context.ts';
import type { ConsoleSessionStore } from '../identity/console-sessions.ts';
import type { Logger } from '../observability/logger.ts';

/** What the routes of the console need. */
export interface ConsoleContext {
  identity: IdentityContext;
  consoleSessions: ConsoleSessionStore;
  /** The origins by which the console is opened. */
  origins: () => readonly string[];
  log: Logger;
}
