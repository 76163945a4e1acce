import type { Credentials } from '../../src/auth/bearer/credentials.ts';

/** For a server without users and keys. */
export const NO_CREDENTIALS: Credentials = {
  findConsole: null,
  find: async () => ({ state: 'unknown' }),
  used: () => {},
};
