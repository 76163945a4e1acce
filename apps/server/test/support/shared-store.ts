import { expect, onTestFinished, vi } from 'vitest';
import { openRedis } from '../../src/auth/rate-limit/redis.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { startRedisServer } from './redis-server.ts';

/** Starts a Redis for this test, and connects to it. */
export async function openSharedStore(program: string | null): Promise<ReturnType<typeof openRedis>> {
  const server = await startRedisServer(program ?? '');
  const store = openRedis(server.url, createLogger('silent'));
  onTestFinished(async () => {
    store.close();
    await server.kill();
  });
  await vi.waitFor(() => expect(store.isAvailable).toBe(true));
  return store;
}
