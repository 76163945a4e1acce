import { registerHooks } from 'node:module';
import type { ShopAdapter } from '../../../src/index.ts';
import type { ChildSetup, ShopAnswer, ShopRequest } from './messages.ts';

const { mutation, ports, isShared, options } = JSON.parse(process.argv[2] ?? '') as ChildSetup;
const mutated = mutation && new URL(`../../../src/${mutation.file}`, import.meta.url).href;
let isMutated = mutation === null;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!mutation || url !== mutated) return loaded;
    const parts = Buffer.from(loaded.source as Uint8Array)
      .toString()
      .split(mutation.text);
    if (parts.length !== 2)
      throw new Error(`found ${parts.length - 1} times in ${mutation.file}: ${mutation.text}`);
    isMutated = true;
    return { ...loaded, source: parts.join(mutation.by) };
  },
});

// After the hook, so that it sees the modules of the kit.
const { createGateway, memoryLock, Refused, Taken } = await import('../../../src/index.ts');
if (!isMutated) throw new Error(`the kit does not load ${mutation?.file}`);

const waiting = new Map<number, (answer: ShopAnswer) => void>();
process.on('message', (answer: ShopAnswer) => {
  waiting.get(answer.id)?.(answer);
  waiting.delete(answer.id);
});
process.on('disconnect', () => process.exit());
let count = 0;

/** Calls the shop, which lives in the process of the test and survives this one. */
async function callShop(name: ShopRequest['name'], args: unknown[]): Promise<unknown> {
  count += 1;
  const id = count;
  const answer = await new Promise<ShopAnswer>((resolve) => {
    waiting.set(id, resolve);
    process.send?.({ id, name, args } satisfies ShopRequest);
  });
  if (!('error' in answer)) return answer.result;
  if (answer.error.name === 'Taken') throw new Taken();
  if (answer.error.name === 'Refused') throw new Refused(answer.error.reason ?? 'OTHER');
  throw new Error(answer.error.message);
}

const NAMES = ['quote', 'find', 'begin', 'fill', 'pay', 'refuse', 'get', 'cancel', 'list', 'ping'] as const;
// The call itself cannot be sent, and the shop needs nothing of it.
const shop = Object.fromEntries(
  NAMES.map((name) => [name, (...args: unknown[]) => callShop(name, args.slice(0, -1))]),
) as unknown as ShopAdapter<string>;
const memory = memoryLock();
const lock = isShared
  ? { isShared, confirmMs: 0, acquire: (key: string, waitMs: number) => memory.acquire(key, waitMs) }
  : memory;

for (const port of ports)
  await createGateway(shop, { clockSkewMs: 0, listDelayMs: 0, log: () => {}, ...options, lock }).listen(port);
process.send?.('listening');
