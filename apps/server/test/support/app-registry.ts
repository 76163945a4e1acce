import { randomBytes } from 'node:crypto';
import { createApp } from '../../src/client-apps/manage-apps.ts';
import { openApps } from '../../src/composition/open-apps.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { openDatabase } from '../../src/postgres/database.ts';
import { createSecretBox } from '../../src/sealing/secret-box.ts';
import type { Signer } from './sign.ts';
import { systemClock } from './system-clock.ts';

// Tests look at whole tables, on machines that are busy.
const WHOLE_TABLES_MS = 60_000;

/** Registers Apps beside the processes of a database, as its operators do; its connections are the test's own eyes too. */
export function openAppRegistry(databaseUrl: string, secretsKey: Buffer) {
  const database = openDatabase(databaseUrl, {
    poolSize: 4,
    log: createLogger('silent'),
    statementMs: WHOLE_TABLES_MS,
  });
  const apps = openApps(database, createSecretBox(secretsKey), systemClock);
  return {
    database,
    async addApp(): Promise<Signer> {
      const { app, secret } = await createApp(apps, { name: `app ${randomBytes(6).toString('hex')}` });
      return { appId: app.id, appSecret: secret };
    },
  };
}
