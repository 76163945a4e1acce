import type { Scope } from '@procurement-intents/contract/bearer';
import type { Locale } from '@procurement-intents/contract/company';
import type { StoredUser } from '@procurement-intents/domain/company';

/** A user with what only a log-in needs. */
export interface UserRow extends StoredUser {
  passwordHash: string;
  passwordChangedAt: Date;
}

type Loose = Omit<UserRow, 'locale' | 'scopes'> & { locale: string; scopes: string[] };

/** A row of the table, whose texts are words of the contract. */
export const toUserRow = (row: Loose): UserRow => ({
  ...row,
  locale: row.locale as Locale,
  scopes: row.scopes as Scope[],
});
