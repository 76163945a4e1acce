import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PLATFORMS } from '@procurement-intents/contract';
import { REPOSITORY } from '../../src/config/config.ts';
import { SANDBOX_TOKEN } from '../../src/config/platform-config.ts';
import { COMPILE_CACHE } from '../support/compile-cache.ts';

/** An order as the shops' own ledger shows it. */
export interface LedgerOrder {
  orderId: string;
  merchantOrderNo: string;
  status: string;
  item: string;
  /** Orderings with this number that reached the shop. */
  postCount: number;
}

export interface SandboxChild {
  port: number;
  url: string;
  /** The settings of a service that buys here; its calls to the gateways go to `gatewayPort`. */
  shopSettings(gatewayPort?: number): Record<string, string>;
  ledger(): Promise<LedgerOrder[]>;
  stop(): Promise<void>;
}

/** The sandbox shops as a process of their own. `speed` divides their delays. */
export async function startSandboxChild(speed = 1): Promise<SandboxChild> {
  const child = fork(join(REPOSITORY, 'apps/sandbox/src/main.ts'), {
    env: {
      PATH: process.env['PATH'],
      ...COMPILE_CACHE,
      SANDBOX_PORT: '0',
      SANDBOX_TOKEN,
      SANDBOX_SPEED: String(speed),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const url = `http://127.0.0.1:${port}`;
  return {
    port,
    url,
    shopSettings(gatewayPort = port) {
      const settings = PLATFORMS.flatMap((id) => {
        const shop = id.slice(-1).toLowerCase();
        return [
          [`${id}_URL`, `http://127.0.0.1:${gatewayPort}/${shop}`],
          [`${id}_TOKEN`, SANDBOX_TOKEN],
          [`${id}_PRODUCT_URLS`, `${url}/${shop}/items/`],
        ];
      });
      return Object.fromEntries(settings) as Record<string, string>;
    },
    async ledger() {
      const response = await fetch(`${url}/ledger`);
      return ((await response.json()) as { orders: LedgerOrder[] }).orders;
    },
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
