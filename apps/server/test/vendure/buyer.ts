import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { EXAMPLE_PURCHASE } from '@procurement-intents/contract';
import { callApi, callPatiently } from '../faults/call-api.ts';
import type { Article, VendureWorld } from './vendure-world.ts';

const INTENTS = '/api/v1/intents';

/** What a purchase says beside the product. */
interface Wish {
  quantity: number;
  /** Which App signs. */
  app?: number;
  platform?: 'PLATFORM_A' | 'PLATFORM_B';
}

/** Buys at the service as its callers do: with signed calls, which are repeated until they are answered. */
export class Buyer {
  readonly #world: VendureWorld;
  readonly #catalog: Record<string, Article>;

  constructor(world: VendureWorld, catalog: Record<string, Article>) {
    this.#world = world;
    this.#catalog = catalog;
  }

  /** Creates an intent at the price of the catalog, as often as it takes: the key makes one of all tries. */
  async create(
    sku: string,
    { quantity, app = 0, platform = 'PLATFORM_A' }: Wish,
    signal: AbortSignal,
  ): Promise<string> {
    const body = {
      ...EXAMPLE_PURCHASE,
      platform,
      productUrl: `${this.#world.gatewayUrl}/products/${sku}`,
      price: this.priceFen(sku) / 100,
      quantity,
    };
    const headers = { 'Idempotency-Key': randomBytes(12).toString('hex') };
    for (;;) {
      signal.throwIfAborted();
      const answer = await callApi({ ...this.#to(app), method: 'POST', path: INTENTS, body, headers });
      if (answer?.status === 201) return answer.data.id as string;
      if (answer && answer.status < 500 && answer.status !== 429)
        throw new Error(
          `a create was refused: ${answer.status} ${answer.code} ${JSON.stringify(answer.data)}`,
        );
      await delay(500);
    }
  }

  priceFen(sku: string): number {
    return this.#catalog[sku]?.priceFen ?? 0;
  }

  async read(id: string): Promise<any> {
    return (await callPatiently({ ...this.#to(0), method: 'GET', path: `${INTENTS}/${id}` })).data;
  }

  cancel(id: string) {
    return callPatiently({ ...this.#to(0), method: 'POST', path: `${INTENTS}/${id}/cancel` });
  }

  unfinished(): Promise<number> {
    return this.#world.database.intent.count({ where: { status: { in: ['SUBMITTED', 'PROCESSING'] } } });
  }

  #to(app: number) {
    const { service, signers } = this.#world;
    return { port: service.port, signer: signers[app % signers.length]! };
  }
}

/** The number under which the shop has the order of an intent. */
export const numberOf = (id: string): string => id.slice('int_'.length);
