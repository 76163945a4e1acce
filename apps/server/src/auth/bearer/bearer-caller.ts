import type { BearerCaller, FoundCredential } from '@procurement-intents/domain/bearer';

/** Finds the holder of a credential in the `Authorization` header. */
export interface Credentials {
  /** A credential of a form that none has costs no query. */
  find(credential: string): Promise<FoundCredential>;
  /** Notes that the credential was used. */
  used(caller: BearerCaller): void;
}
