import type { App, AppSecret } from '#prisma';

/** Without the column that webhook endpoints replace. It goes with the next release. */
export type AppRow = Omit<App, 'webhookUrl'>;
export type AppSecretRow = AppSecret;
export type AppWithSecrets = AppRow & { secrets: AppSecret[] };
