import type { BearerCaller, FoundCredential } from '@procurement-intents/domain/bearer';

/** Finds the holder of a credential. */
export interface Credentials {
  /** By what the `Authorization` header has. A credential of a form that none has costs no query. */
  find(credential: string): Promise<FoundCredential>;
  /** By the cookie of the console. Null where there is no console. */
  findConsole: ((secret: string) => Promise<FoundCredential>) | null;
  /** Notes that the credential was used. */
  used(caller: BearerCaller): void;
}
