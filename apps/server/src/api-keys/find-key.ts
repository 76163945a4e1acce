import { holderOfKey, type FoundCredential } from '@procurement-intents/domain/bearer';
import { hashOf } from '../new-token.ts';
import type { KeyStore } from './store/key-store.ts';

/** Finds the holder of an API key: what the key and its maker both may do now. */
export const createKeyFinder =
  (keys: Pick<KeyStore, 'find'>) =>
  async (apiKey: string): Promise<FoundCredential> => {
    const found = await keys.find(hashOf(apiKey));
    return found ? { state: 'valid', holder: holderOfKey(found) } : { state: 'unknown' };
  };
