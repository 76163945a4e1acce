import type { TestContext } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import { startTestService, type TestService, type TestServiceOptions } from './test-service.ts';

/** Starts a service for one test, with a proxy of its own between it and its database. */
export async function startBehindProxy(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  options: Omit<TestServiceOptions, 'routeDatabase'> = {},
): Promise<{ service: TestService; proxy: DatabaseProxy }> {
  const proxies: DatabaseProxy[] = [];
  async function routeDatabase(url: string): Promise<string> {
    const proxy = await startDatabaseProxy(url);
    proxies.push(proxy);
    return proxy.url;
  }
  const service = await startTestService({ ...options, routeDatabase });
  const [proxy] = proxies as [DatabaseProxy];
  onTestFinished(async () => {
    await proxy.restore();
    await service.stop();
    await proxy.stop();
  });
  return { service, proxy };
}
