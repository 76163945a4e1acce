import { afterAll } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';

export let proxy: DatabaseProxy;

/**
 * Puts a proxy between a service of this file and its database: the result is the service's `routeDatabase`. Stand it
 * before the hooks that start and stop the service, so that the proxy outlives it.
 */
export function useDatabaseProxy(): (url: string) => Promise<string> {
  afterAll(() => proxy.stop());
  return async (url) => {
    proxy = await startDatabaseProxy(url);
    return proxy.url;
  };
}
