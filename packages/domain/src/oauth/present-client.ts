import type { Scope } from '@procurement-intents/contract/bearer';
import type { ConsentView, OAuthClientView } from '@procurement-intents/contract/company';
import type { GrantType } from '@procurement-intents/contract/oauth';

/** A client as it is stored, without its hashes. */
export interface StoredClient {
  id: string;
  name: string;
  previousSecretUntil: Date | null;
  redirectUris: string[];
  scopes: Scope[];
  grantTypes: GrantType[];
  isPublic: boolean;
  makerId: string | null;
  disabledAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

/** A client as administrators see it. */
export const presentClient = (client: StoredClient): OAuthClientView => ({
  id: client.id,
  name: client.name,
  scopes: client.scopes,
  grantTypes: client.grantTypes,
  redirectUris: client.redirectUris,
  isPublic: client.isPublic,
  ...(client.makerId !== null && { userId: client.makerId }),
  ...(client.previousSecretUntil && { previousSecretUntil: client.previousSecretUntil.toISOString() }),
  ...(client.disabledAt && { disabledAt: client.disabledAt.toISOString() }),
  createdAt: client.createdAt.toISOString(),
  updatedAt: client.updatedAt.toISOString(),
  version: client.version,
});

/** What a person has allowed a client. */
export interface StoredConsent {
  id: string;
  userId: string;
  clientId: string;
  clientName: string;
  scopes: Scope[];
  lastUsedAt: Date | null;
  createdAt: Date;
}

/** A consent as administrators see it. */
export const presentConsent = (consent: StoredConsent): ConsentView => ({
  id: consent.id,
  userId: consent.userId,
  clientId: consent.clientId,
  clientName: consent.clientName,
  scopes: consent.scopes,
  ...(consent.lastUsedAt && { lastUsedAt: consent.lastUsedAt.toISOString() }),
  createdAt: consent.createdAt.toISOString(),
});
