import { defineConfig } from 'prisma/config';

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  // The command line alone reads this; the service is configured by src/config.ts.
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://127.0.0.1:5432/procurement' },
});
