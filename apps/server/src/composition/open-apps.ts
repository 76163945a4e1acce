import { createAppDirectory } from '../client-apps/app-directory.ts';
import type { AppsDeps } from '../client-apps/manage-apps.ts';
import { createAppStore } from '../client-apps/store/app-store.ts';
import type { Clock } from '../clock.ts';
import { openSecretBox } from '../open-keys.ts';
import type { Database } from '../postgres/database.ts';
import type { SecretBox } from '../sealing/secret-box.ts';
import type { Service } from './service-parts.ts';

/** The dependencies for managing Apps. */
export const openApps = (database: Database, secretBox: SecretBox, clock: Clock) =>
  ({ store: createAppStore(database), secretBox, clock }) satisfies AppsDeps;

/** The Apps of an API process: as calls find them, and as they are managed, which the calls of this process see at once. */
export function openServedApps({ database, config, clock }: Service) {
  const opened = openApps(database, openSecretBox(config), clock);
  const directory = createAppDirectory(opened);
  return { directory, apps: { ...opened, onChange: directory.forget } satisfies AppsDeps };
}
