import type { Scope } from '@procurement-intents/contract/bearer';
import type { LoginThrottle } from '../auth/bearer/login-throttle.ts';
import type { MinuteLimit } from '../auth/bearer/minute-limit.ts';
import type { Clock } from '../clock.ts';
import type { ClientLogins } from './authenticate-client.ts';
import type { ClientStore } from './store/client-store.ts';
import type { createClientTokens } from './store/client-tokens.ts';
import type { createDeviceStore } from './store/device-store.ts';
import type { createCodeExchange } from './store/exchange-code.ts';
import type { createInteractionStore } from './store/interaction-store.ts';
import type { createRefreshStore } from './store/refresh-tokens.ts';
import type { createTokenStore } from './store/token-store.ts';

/** Finds the person with this password, and bounds the attempts. @throws BearerError `unauthorized`, `rate_limited` */
export type CheckPassword = (
  credentials: { username: string; password: string },
  address: string,
) => Promise<{ id: string; scopes: readonly Scope[]; passwordHash: string }>;

/** What the verbs of the authorization server need. */
export interface OAuthContext {
  clients: ClientStore;
  codes: ReturnType<typeof createCodeExchange>;
  refreshes: ReturnType<typeof createRefreshStore>;
  insertClientToken: ReturnType<typeof createClientTokens>;
  devices: ReturnType<typeof createDeviceStore>;
  interactions: ReturnType<typeof createInteractionStore>;
  tokens: ReturnType<typeof createTokenStore>;
  throttle: LoginThrottle;
  logins: ClientLogins;
  /** Bounds the device flows that an address begins for a public client. */
  limitDevices: MinuteLimit;
  /** Counts a call of a client. @throws ApiError `RATE_LIMITED` when it has made too many in this second. */
  limitCalls: (who: string) => Promise<void>;
  checkPassword: CheckPassword;
  /** Keys that successors of refresh tokens are derived with; the first one derives, all of them find again. */
  successorKeys: readonly [Buffer, ...Buffer[]];
  clock: Clock;
  /** The public address, by which clients know this server. */
  issuer: () => string;
}
