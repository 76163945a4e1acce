import { pino } from 'pino';
import type { OrderLookup } from '#prisma';
import { processIntent } from '../../src/purchasing/process-intent.worker.ts';
import type { ProcessingContext } from '../../src/purchasing/processing-context.ts';
import { merchantOrderNoOf } from '../../src/intent-rows/merchant-order-no.ts';
import { reconcileOrder } from '../../src/purchasing/reconcile-order.worker.ts';
import type { IntentRow } from '../../src/intent-rows/intent-row.ts';
import type { Platform } from '../../src/platforms/platform.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { type FrontCall, type FrontGateway, relay, startFrontGateway } from './front-gateway.ts';
import { intentBody } from './intent-factory.ts';
import { storedEvents } from './stored-intent.ts';
import { startTestService, type TestService, type TestServiceOptions } from './test-service.ts';

/** More turns than any purchase of these tests needs. */
const MAX_TURNS = 40;

export interface LedgerOrder {
  orderId: string;
  merchantOrderNo: string;
  status: string;
  postCount: number;
  fee?: number;
}

export type PurchaseDriver = Awaited<ReturnType<typeof startPurchaseDriver>>;
export type PurchaseDriverOptions = Omit<TestServiceOptions, 'clock' | 'isWorking' | 'log'>;

/** Every order of the sandbox that carries the intent's token. */
export async function ledgerOf(service: Pick<TestService, 'sandboxUrl'>, id: string): Promise<LedgerOrder[]> {
  const response = await fetch(`${service.sandboxUrl}/ledger`);
  const { orders } = (await response.json()) as { orders: LedgerOrder[] };
  return orders.filter(
    ({ merchantOrderNo }) => merchantOrderNo === merchantOrderNoOf({ id, merchantOrderNo: null }),
  );
}

/** Runs `work` of the platform in place of the real method, which it gets as its first argument. */
export function hookPlatform<
  Method extends 'placeOrder' | 'fetchProductPage' | 'findOrder' | 'cancelOrder' | 'listChangedOrders',
>(
  context: ProcessingContext,
  method: Method,
  work: (real: Platform[Method]) => Platform[Method],
): ProcessingContext {
  const platforms = [...context.platforms].map(([id, platform]) => {
    const real = platform[method].bind(platform) as Platform[Method];
    return [id, { ...platform, [method]: work(real) }] as const;
  });
  return { ...context, platforms: new Map(platforms) };
}

/** The real service, with a gateway in front of its shops that the test scripts. */
export async function startFrontedService(options: TestServiceOptions = {}) {
  let gateway: FrontGateway | undefined;
  const service = await startTestService({
    ...options,
    async routeGateway(sandboxUrl) {
      gateway = await startFrontGateway(sandboxUrl);
      return gateway.origin;
    },
  });
  if (!gateway) throw new Error('the service asked for no gateway');
  const { stop: stopGateway } = gateway;
  return {
    service,
    gateway,
    async stop() {
      await service.stop();
      await stopGateway();
    },
  };
}

/** The service without its worker, with a clock that the test moves and a gateway that it scripts. */
export async function startPurchaseDriver(options: PurchaseDriverOptions = {}) {
  const clock: FakeClock = createFakeClock();
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { base: null, level: 'warn' },
    { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const { service, gateway, stop } = await startFrontedService({ ...options, clock, log });
  const { context } = service;
  const { signal } = new AbortController();

  async function create(item: string): Promise<string> {
    // An App may create ten in a second of this clock.
    clock.advance(200);
    const { body } = await service.call('POST', '/api/v1/intents', { body: intentBody(service, item) });
    if (body.code !== 0) throw new Error(`the create was refused: ${JSON.stringify(body)}`);
    return body.data.id as string;
  }
  const load = async (id: string): Promise<IntentRow> =>
    service.recipients.open(await service.database.intent.findUniqueOrThrow({ where: { id } }));
  async function run(id: string, changed: ProcessingContext = context): Promise<void> {
    await service.syncClock();
    await processIntent(changed, id, signal);
  }

  /** Moves the clock to the intent's next turn, if that is ahead. */
  async function advanceToTurn(id: string): Promise<IntentRow> {
    const row = await load(id);
    if (row.nextAttemptAt === null) throw new Error(`${row.status} wants no turn`);
    clock.advance(Math.max(0, row.nextAttemptAt.getTime() - clock.now().getTime()));
    return row;
  }

  async function advanceToLookup(id: string): Promise<void> {
    const { dueAt } = await service.database.orderLookup.findUniqueOrThrow({ where: { intentId: id } });
    clock.advance(Math.max(0, dueAt.getTime() - clock.now().getTime()));
    await service.syncClock();
  }

  /** Gives the intent its turns until it has ended. */
  async function finish(id: string): Promise<IntentRow> {
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      const row = await load(id);
      if (['COMPLETED', 'FAILED', 'CANCELLED'].includes(row.status)) return row;
      await advanceToTurn(id);
      await run(id);
    }
    throw new Error('no end in sight');
  }

  return {
    service,
    context,
    gateway,
    clock,
    /** The log from warnings up, parsed. */
    lines,
    create,
    load,
    /** The intent as its caller sees it. */
    view: async (id: string) => (await service.call('GET', `/api/v1/intents/${id}`)).body.data,
    run,
    advanceToTurn,
    finish,
    /** Puts a cancellation on record, as the API does, and waits for nothing. */
    async requestCancel(id: string): Promise<void> {
      await service.syncClock();
      const { version } = await load(id);
      const row = await context.intents.requestCancel(id, version, clock.now());
      if (!row) throw new Error('the intent is not PROCESSING');
    },
    /** The look for a late order that is owed; null when none is. */
    lookupOf: (id: string): Promise<OrderLookup | null> =>
      service.database.orderLookup.findUnique({ where: { intentId: id } }),
    /** Moves the clock to the next look for the intent's late order. */
    advanceToLookup,
    /** The next look for the intent's late order, at its time. */
    async reconcile(id: string): Promise<IntentRow> {
      await advanceToLookup(id);
      await reconcileOrder(context, id, signal);
      return load(id);
    },
    /** Answers each ordering with 504; what is kept of it can reach the shop later by `pass`. */
    holdOrders(): FrontCall[] {
      const held: FrontCall[] = [];
      gateway.handle = async (call) => {
        if (call.kind !== 'place') return relay(call);
        held.push(call);
        call.reply({ status: 504 });
      };
      return held;
    },
    orders: (id: string) => ledgerOf(service, id),
    /** Makes the row what it was, as a failover does that lost what came after. */
    async setBack(before: IntentRow): Promise<void> {
      const { parcels: _, labels: _labels, ...row } = before;
      const data = { ...row, ...service.recipients.seal(row.id, row) };
      await service.database.intent.update({ where: { id: row.id }, data });
    },
    /** Makes an order of the intent that its row knows nothing of, as a failover leaves it behind. */
    async orderUnknown(id: string): Promise<void> {
      const row = await load(id);
      const { recipientName: name, address, phone } = service.recipients.open(row);
      const placed = await context.platforms.get(row.platform)?.placeOrder(
        {
          merchantOrderNo: merchantOrderNoOf(row),
          productUrl: row.productUrl,
          quantity: row.quantity,
          unitPriceFen: Number(row.priceFen),
          maxTotalFen: Number(row.totalFen),
          placeBeforeSeconds: 1,
          recipient: { name, address, phone },
        },
        { timeoutMs: 20_000 },
      );
      if (placed?.ok !== true) throw new Error('the shop took no order');
    },
    async events(id: string): Promise<string[]> {
      return (await storedEvents(service.database, id)).map(({ type }) => type);
    },
    reset() {
      gateway.reset();
      lines.length = 0;
    },
    stop,
  };
}
