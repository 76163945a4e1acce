import { oauthContract, oauthPagesContract } from '@procurement-intents/contract/oauth';
import { createMinuteLimit } from '../auth/bearer/minute-limit.ts';
import type { RateLimiter } from '../auth/rate-limit/rate-limiter.ts';
import type { SharedStore } from '../auth/rate-limit/redis.ts';
import type { Clock } from '../clock.ts';
import { mountContract } from '../http/operations.ts';
import type { IdentityContext } from '../identity/identity-context.ts';
import { checkPassword } from '../identity/log-in.ts';
import { ClientLogins } from '../oauth/authenticate-client.ts';
import { clientHandlers, consentHandlers } from '../oauth/client-routes.ts';
import { createAccessTokenFinder } from '../oauth/find-access-token.ts';
import type { OAuthContext } from '../oauth/oauth-context.ts';
import { oauthPageHandlers } from '../oauth/pages/routes.ts';
import { oauthHandlers } from '../oauth/routes.ts';
import { createClientStore } from '../oauth/store/client-store.ts';
import { createClientTokens } from '../oauth/store/client-tokens.ts';
import { createConsentStore } from '../oauth/store/consent-store.ts';
import { createDeviceStore } from '../oauth/store/device-store.ts';
import { createCodeExchange } from '../oauth/store/exchange-code.ts';
import { createInteractionStore } from '../oauth/store/interaction-store.ts';
import { createRefreshStore } from '../oauth/store/refresh-tokens.ts';
import { createTokenStore } from '../oauth/store/token-store.ts';
import type { Database } from '../postgres/database.ts';

/** What the authorization server is made of. */
export interface OAuthParts {
  successorKeys: OAuthContext['successorKeys'];
  /** With `COMPANY_CONNECTIONS`. */
  database: Database;
  /** By which the holders of credentials are found. */
  lookups: Database;
  clock: Clock;
  /** Counts failed log-ins for all processes; null: each process counts by itself. */
  sharedCounts: SharedStore | null;
  limiter: RateLimiter;
  /** The address by which people and clients reach the service. */
  publicUrl: () => string;
}

/** The authorization server: clients and consents under /v1, and what is served under /oauth. */
export function openOAuth(parts: OAuthParts, identity: IdentityContext) {
  const { database, lookups, clock } = parts;
  const oauth = openContext(parts, identity);
  return {
    clients: oauth,
    handlers: {
      ...clientHandlers(oauth),
      ...consentHandlers({ consents: createConsentStore(database), clock }),
    },
    operations: [
      ...mountContract(oauthContract, oauthHandlers(oauth)),
      ...mountContract(oauthPagesContract, oauthPageHandlers(oauth)),
    ],
    findAccessToken: createAccessTokenFinder({ ...oauth, tokens: createTokenStore(lookups) }),
  };
}

function openContext(
  { successorKeys, database, clock, sharedCounts, limiter, publicUrl }: OAuthParts,
  identity: IdentityContext,
): OAuthContext {
  const { throttle } = identity;
  return {
    clients: createClientStore(database),
    codes: createCodeExchange(database),
    refreshes: createRefreshStore(database),
    insertClientToken: createClientTokens(database),
    devices: createDeviceStore(database),
    interactions: createInteractionStore(database),
    tokens: createTokenStore(database),
    throttle,
    logins: new ClientLogins(throttle),
    limitDevices: createMinuteLimit(clock, sharedCounts, 'deviceStarts'),
    limitCalls: (who) => limiter.consumeOAuth(who),
    checkPassword: (credentials, address) => checkPassword(identity, credentials, address),
    successorKeys,
    clock,
    issuer: publicUrl,
  };
}
