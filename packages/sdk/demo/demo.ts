import { isApiError, ProcurementIntents } from '../src/index.ts';
import { PURCHASES } from './demo-purchases.ts';
import { findService, type DemoService } from './find-service.ts';
import { followPurchase, WAITING } from './follow-purchase.ts';
import { compareLedger, readLedger } from './compare-ledger.ts';
import { createScreen, type Line, type Screen } from './screen.ts';

// The slowest purchase needs some 25 s; a demo that takes several times as long hangs.
const TIMEOUT_MS = 120_000;
const REDRAW_MS = 200;
const START_FIRST = 'Start it first: npm start';

interface Row extends Line {
  quantity: number;
}

async function main(): Promise<number> {
  const service = findService(process.env);
  if (!service) return fail(`The service has left no demo App here. ${START_FIRST}`);
  const client = new ProcurementIntents(service);
  const problem = await findProblem(client, service);
  if (problem) return fail(problem);

  console.log(
    `Buying ${PURCHASES.length} items of the sandbox ${service.sandboxUrl}\nthrough ${service.baseUrl}\n`,
  );
  const rows = await buyAll(client, service, createScreen(process.stdout, process.env, PURCHASES.length));
  return conclude(rows, service);
}

/** Why the demo cannot run, or `null`. */
async function findProblem(client: ProcurementIntents, { baseUrl, sandboxUrl }: DemoService) {
  try {
    await client.health({ timeoutMs: 5_000 });
  } catch (error) {
    return isApiError(error) ? error.message : `The service does not answer at ${baseUrl}. ${START_FIRST}`;
  }
  return readLedger(sandboxUrl).then(
    () => null,
    () => `The sandbox does not answer at ${sandboxUrl}. ${START_FIRST}`,
  );
}

async function buyAll(
  client: ProcurementIntents,
  { sandboxUrl }: DemoService,
  screen: Screen,
): Promise<Row[]> {
  // Unique in the ledger, so that all orders of a purchase are found, under any merchant order number.
  const firstQuantity = 1_000 + 100 * Math.floor(Math.random() * 9_900);
  const rows = PURCHASES.map(({ label }, index): Row => ({
    ...WAITING,
    label,
    elapsedMs: 0,
    quantity: firstQuantity + index,
  }));
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const redraw = () => {
    for (const row of rows) if (row.isExpected === null) row.elapsedMs = performance.now() - startedAt;
    screen.show(rows);
  };
  redraw();
  const timer = screen.isLive ? setInterval(redraw, REDRAW_MS) : undefined;
  await Promise.all(
    PURCHASES.map(async (purchase, index) => {
      const row = rows[index] as Row;
      await followPurchase(purchase, { client, sandboxUrl, quantity: row.quantity, signal }, (progress) => {
        row.elapsedMs = row.isExpected === null ? performance.now() - startedAt : row.elapsedMs;
        Object.assign(row, progress);
        screen.show(rows);
      });
    }),
  );
  clearInterval(timer);
  redraw();
  return rows;
}

async function conclude(rows: readonly Row[], { sandboxUrl }: DemoService): Promise<number> {
  const { orderCount, problems } = compareLedger(rows, await readLedger(sandboxUrl));
  const unexpected = rows.filter(({ isExpected }) => isExpected !== true).map(({ label }) => label);
  const completed = rows.filter(({ status }) => status === 'COMPLETED').length;
  console.log(`\nLedger: ${completed} intents completed, ${orderCount} orders stand.`);
  for (const problem of problems) console.log(`  ${problem}`);
  if (unexpected.length > 0) console.log(`Not as expected: ${unexpected.join(', ')}.`);
  if (problems.length > 0 || unexpected.length > 0) return 1;
  console.log(
    'Each purchase ended as expected: the completed ones were\nbought exactly once, the others not at all.',
  );
  return 0;
}

function fail(message: string): number {
  console.error(message);
  return 1;
}

process.exitCode = await main().catch((error: unknown) =>
  fail(error instanceof Error ? error.message : String(error)),
);
