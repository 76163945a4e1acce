import type { Scope } from '@procurement-intents/contract/bearer';
import type { GrantType } from '@procurement-intents/contract/oauth';

/** A registered client, as the rules see it. */
export interface OAuthClient {
  id: string;
  name: string;
  /** Without a secret: an app on a device, whose code anybody can read. */
  isPublic: boolean;
  redirectUris: readonly string[];
  scopes: readonly Scope[];
  grantTypes: readonly GrantType[];
}
