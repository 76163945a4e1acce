import 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A Postgres that `apps/server/test/support/global-setup.ts` has started. */
    adminUrl: string;
  }
}
