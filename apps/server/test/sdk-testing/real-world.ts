import { vi } from 'vitest';
import { addKey, addPerson } from '../support/bearer.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { ledgerOf } from '../support/purchase-driver.ts';
import { addClient } from '../support/oauth.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { type ClientName, CLIENTS, type KeyName, KEYS, PEOPLE, type Secrets } from './members.ts';
import { type Callers, companyRequest, GRACE_MS, parseBody, type Place, START, type World } from './world.ts';

interface RealWorld {
  world: World;
  callers: Callers;
  secrets: Secrets;
  shopUrl: string;
}

/** The real server with its worker, a real Postgres and the sandbox; only its clock is moved by hand. */
export async function startRealWorld(): Promise<RealWorld> {
  const clock = createFakeClock(START);
  const service = await startTestService({
    isWorking: true,
    clock,
    graceMs: GRACE_MS,
  });
  const callers = {
    main: service.signer,
    other: await service.addApp(),
    reader: await service.addApp({ permissions: ['intents:read'] }),
    writer: await service.addApp({ permissions: ['intents:write'] }),
    drafter: await service.addApp({ permissions: ['intents:read', 'intents:draft'] }),
    follower: await service.addApp(),
  };
  const secrets = await addMembers(service);
  const rowOf = (id: string) => service.database.intent.findUniqueOrThrow({ where: { id } });
  const isAt: Record<Exclude<Place, 'published'>, (id: string) => Promise<boolean>> = {
    ordered: async (id) => (await rowOf(id)).orderId !== null,
    COMPLETED: async (id) => (await rowOf(id)).status === 'COMPLETED',
    FAILED: async (id) => (await rowOf(id)).status === 'FAILED',
    SHIPPED: async (id) => (await rowOf(id)).trackingNumber !== null,
  };
  const hasJob = async (id: string): Promise<boolean> => {
    const active = await service.database.$queryRaw<unknown[]>`
      SELECT 1 FROM pgboss.job WHERE singleton_key = ${id} AND state IN ('created', 'retry', 'active')`;
    return active.length > 0;
  };
  const until = (check: () => Promise<boolean>) =>
    vi.waitUntil(check, { timeout: 30_000, interval: 20 }).then(() => undefined);
  const world: World = {
    call: (method, path, options) => service.call(method, path, options),
    async company(method, path, call) {
      await service.syncClock();
      const response = await fetch(service.baseUrl + path, companyRequest(method, call));
      const { status, headers } = response;
      return { status, headers, body: parseBody(await response.text(), headers.get('content-type')) };
    },
    advance: (ms) => clock.advance(ms),
    nowMs: () => clock.now().getTime(),
    async settle(id, place) {
      if (place === 'SHIPPED') {
        // Asked too early the shop has nothing to tell, and the next question waits for the clock.
        await until(async () => (await ledgerOf(service, id)).some(({ status }) => status === 'SHIPPED'));
        clock.advance(1000);
      }
      if (place === 'published') {
        await until(async () => (await service.database.unpublishedEvent.count()) === 0);
        return;
      }
      await until(() => isAt[place](id));
      // A cancellation that meets its intent's job still in the queue comes back a second later, by the clock.
      await until(async () => !(await hasJob(id)));
    },
    stop: () => service.stop(),
  };
  return { world, callers, secrets, shopUrl: service.sandboxUrl };
}

/** Adds the people, keys and clients of the company. */
async function addMembers(service: TestService): Promise<Secrets> {
  const ids = new Map<string, string>();
  for (const [username, { scopes, ...limits }] of Object.entries(PEOPLE)) {
    const approvalLimitFen = 'approvalLimit' in limits ? BigInt(limits.approvalLimit * 100) : null;
    ids.set(
      username,
      (await addPerson(service, scopes, { username, displayName: username, approvalLimitFen })).id,
    );
  }
  const keys = {} as Record<KeyName, string>;
  for (const [name, { scopes, madeBy }] of Object.entries(KEYS))
    keys[name as KeyName] = (await addKey(service, ids.get(madeBy) ?? '', scopes, { name })).key;
  const clients = {} as Secrets['clients'];
  for (const [name, { scopes, madeBy }] of Object.entries(CLIENTS)) {
    const input = { name, scopes, grantTypes: ['client_credentials' as const], redirectUris: [] };
    const { id, secret } = await addClient(service, { ...input, makerId: ids.get(madeBy) ?? null });
    clients[name as ClientName] = { id, secret: secret ?? '' };
  }
  return { keys, clients };
}
