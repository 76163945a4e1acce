import type { Permission } from '@procurement-intents/contract';
import type { AppView } from '@procurement-intents/contract/company';

/** An App as it is stored, without its secrets. */
export interface StoredApp {
  id: string;
  name: string;
  permissions: string[];
  ipAllowList: string[];
  archiveAfterDays: number | null;
  disabledAt: Date | null;
  createdAt: Date;
  updatedAt: Date | null;
  version: number;
}

/** An App as administrators see it. */
export const presentApp = (app: StoredApp): AppView => ({
  id: app.id,
  name: app.name,
  permissions: app.permissions as Permission[],
  ipAllowList: app.ipAllowList,
  ...(app.archiveAfterDays !== null && { archiveAfterDays: app.archiveAfterDays }),
  ...(app.disabledAt && { disabledAt: app.disabledAt.toISOString() }),
  createdAt: app.createdAt.toISOString(),
  ...(app.updatedAt && { updatedAt: app.updatedAt.toISOString() }),
  version: app.version,
});
