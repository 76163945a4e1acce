import { createAppDirectory } from '../client-apps/app-directory.ts';
import type { AppsDeps } from '../client-apps/manage-apps.ts';
import { createAppStore } from '../client-apps/store/app-store.ts';
import { openSecretBox } from '../open-keys.ts';
import type { Service } from './service-parts.ts';

/** The Apps: as calls find them, and as they are managed, which the calls of this process see at once. */
export function openApps({ database, config, clock }: Service) {
  const stored = { store: createAppStore(database), secretBox: openSecretBox(config), clock };
  const directory = createAppDirectory(stored);
  return { directory, apps: { ...stored, onChange: directory.forget } satisfies AppsDeps };
}
