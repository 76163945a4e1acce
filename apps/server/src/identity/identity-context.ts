import type { Environment } from '@procurement-intents/contract/bearer';
import type { LoginThrottle } from '../auth/bearer/login-throttle.ts';
import type { Clock } from '../clock.ts';
import type { PasswordHashes } from './password-hashes.ts';
import type { SessionStore } from './store/session-store.ts';
import type { UserStore } from './store/user-store.ts';

/** What the verbs on users and sessions need. */
export interface IdentityContext {
  users: UserStore;
  sessions: SessionStore;
  passwords: PasswordHashes;
  throttle: LoginThrottle;
  clock: Clock;
  environment: Environment;
}
