import type { Environment, Scope } from '@procurement-intents/contract/bearer';
import type { Locale, ProfileView, UserView } from '@procurement-intents/contract/company';
import { fenToYuan } from '../money.ts';

/** A user as it is stored. Amounts in fen. */
export interface StoredUser {
  id: string;
  username: string;
  displayName: string;
  locale: Locale;
  scopes: Scope[];
  approvalLimitFen: bigint | null;
  disabledAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

/** A user as administrators see it. */
export const presentUser = (user: StoredUser): UserView => ({
  id: user.id,
  username: user.username,
  displayName: user.displayName,
  locale: user.locale,
  scopes: user.scopes,
  ...(user.approvalLimitFen !== null && { approvalLimit: fenToYuan(user.approvalLimitFen) }),
  ...(user.disabledAt && { disabledAt: user.disabledAt.toISOString() }),
  createdAt: user.createdAt.toISOString(),
  updatedAt: user.updatedAt.toISOString(),
  version: user.version,
});

/** Whose credential a call carries. */
interface ProfileHolder {
  kind: ProfileView['kind'];
  id: string;
  username: string | null;
  displayName: string;
  locale: Locale | null;
  scopes: readonly Scope[];
  createdAt: Date;
}

/** Who a credential is. */
export const presentProfile = (holder: ProfileHolder, environment: Environment): ProfileView => ({
  kind: holder.kind,
  id: holder.id,
  ...(holder.username !== null && { username: holder.username }),
  displayName: holder.displayName,
  ...(holder.locale !== null && { locale: holder.locale }),
  scopes: [...holder.scopes],
  environment,
  createdAt: holder.createdAt.toISOString(),
});
