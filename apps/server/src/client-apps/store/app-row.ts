import type { App, AppSecret } from '#prisma';

export type AppRow = App;
export type AppSecretRow = AppSecret;
export type AppWithSecrets = AppRow & { secrets: AppSecret[] };
