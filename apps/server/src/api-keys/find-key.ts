import { commonScopes } from '@procurement-intents/domain/bearer';
import type { FoundCredential } from '../auth/bearer/bearer-caller.ts';
import { hashOf } from '../new-token.ts';
import type { KeyStore } from './store/key-store.ts';

/** Finds the holder of an API key: what the key and its maker both may do now. */
export const createKeyFinder =
  (keys: Pick<KeyStore, 'find'>) =>
  async (apiKey: string): Promise<FoundCredential> => {
    const found = await keys.find(hashOf(apiKey));
    if (!found) return { state: 'unknown' };
    const { id, userId, name, scopes, makerScopes, ipAllowList, createdAt } = found;
    const program = { isPerson: false, isSession: false, username: null, locale: null, version: null };
    const key = { credentialId: id, id, userId, ipAllowList, displayName: name, createdAt };
    const caller = {
      ...program,
      ...key,
      kind: 'api_key' as const,
      scopes: commonScopes(scopes, makerScopes),
    };
    return { state: 'valid', caller };
  };
