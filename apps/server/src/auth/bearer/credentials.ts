import type { FoundCredential } from '@procurement-intents/domain/bearer';
import type { Credentials } from './bearer-caller.ts';
import type { CredentialUses } from './credential-uses.ts';

/** Finds the holder of a credential of one kind. The text has the prefix and the form of the kind. */
export type CredentialFinder = (credential: string) => Promise<FoundCredential>;

/** A kind of credential that calls to /v1 may carry. */
export interface CredentialKind {
  /** Whether a text has the prefix and the form of this kind. */
  fits: (credential: string) => boolean;
  find: CredentialFinder;
}

const UNKNOWN: FoundCredential = { state: 'unknown' };

interface Deps {
  uses: CredentialUses;
  findConsole: Credentials['findConsole'];
}

/** Finds credentials of these kinds; any other text is unknown, at no cost. */
export const createCredentials = (
  kinds: readonly CredentialKind[],
  { uses, findConsole }: Deps,
): Credentials => ({
  findConsole,
  async find(credential) {
    const kind = kinds.find(({ fits }) => fits(credential));
    return kind ? kind.find(credential) : UNKNOWN;
  },
  used: ({ credentialId }) => uses.note(credentialId),
});
