import type { FoundCredential, Holder } from '@procurement-intents/domain/bearer';
import type { CredentialUses } from './credential-uses.ts';

/** Finds the holder of a credential of one kind. The text has the prefix and the form of the kind. */
export type CredentialFinder = (credential: string) => Promise<FoundCredential>;

/** Finds the holder of a credential. */
export interface Credentials {
  /** By what the `Authorization` header has. A credential of a form that none has costs no query. */
  find(credential: string): Promise<FoundCredential>;
  /** By the cookie of the console. Null where there is no console. */
  findConsole: ((secret: string) => Promise<FoundCredential>) | null;
  /** Notes that the credential was used. */
  used(holder: Holder): void;
}

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
