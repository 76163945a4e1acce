import { performance } from 'node:perf_hooks';
import { Budget, yuan } from './budget.ts';
import { BrokenPromise, CannotCheck, Incomplete, NotChecked } from './broken-promise.ts';
import type { Check } from './check.ts';
import { CHECKS, idOf } from './checks.ts';
import { HttpClient } from './http-client.ts';
import { readPagePrice } from './page-price.ts';
import { Probe } from './probe.ts';
import { SIZES, TIMES } from './settings.ts';
import type { CheckResult, CheckSettings, Sizes } from './settings.ts';

/** How a run ended. */
export interface CheckReport {
  url: string;
  results: CheckResult[];
  /** What the run has cost after its cancellations, and the most that was spent at once; in fen. */
  costFen: number;
  peakFen: number;
  durationMs: number;
  /** Whether the run was ended before its last check. */
  isStopped: boolean;
}

/** Says whether all promises are `kept`, one is `broken`, or something was left out (`incomplete`). */
export function verdictOf({ results, isStopped }: CheckReport): 'kept' | 'broken' | 'incomplete' {
  if (results.some(({ outcome }) => outcome === 'broken')) return 'broken';
  return isStopped || results.some(({ isIncomplete }) => isIncomplete) ? 'incomplete' : 'kept';
}

/** The checks that a run makes. */
export function chooseChecks({ only }: Pick<CheckSettings, 'only'>): Check[] {
  if (!only) return [...CHECKS];
  return CHECKS.filter((check) => only.includes(check.group) || only.includes(idOf(check)));
}

/** The most pieces that a run buys, the first order included. */
export function countPieces(settings: Pick<CheckSettings, 'only' | 'sizes' | 'second' | 'kill'>): number {
  const sizes: Sizes = {
    ...SIZES,
    ...settings.sizes,
    ...(settings.second === undefined && { sharedNumbers: 0 }),
    ...(!settings.kill && { kills: 0 }),
  };
  return chooseChecks(settings).reduce((sum, { pieces }) => sum + (pieces?.(sizes) ?? 0), 1);
}

/** The price of one piece in fen, from the settings or the product page. @throws CannotCheck without one. */
export async function findPrice({ priceFen, product }: CheckSettings): Promise<number> {
  const price = priceFen ?? (await readPagePrice(product));
  if (price === null)
    throw new CannotCheck(`${product} shows no price that the service can read; name it with --price`);
  return price;
}

/**
 * Checks whether a gateway keeps the promises of the ordering protocol. It buys, for at most `maxSpendFen` at any
 * time, and cancels what it has bought.
 *
 * @throws CannotCheck when the gateway does not respond, refuses the token, or the product has no price.
 */
export async function checkGateway(settings: CheckSettings): Promise<CheckReport> {
  const startedAt = performance.now();
  const times = { ...TIMES, ...settings.times };
  const budget = new Budget(settings.maxSpendFen);
  const { url, token, second } = settings;
  const client = new HttpClient(url, token, times.responseMs);
  const other = second === undefined ? null : new HttpClient(second, token, times.responseMs);
  try {
    const sinceMs = await findStart(client);
    const probe = new Probe({
      settings,
      sizes: { ...SIZES, ...settings.sizes },
      times,
      budget,
      client,
      second: other,
      priceFen: await findPrice(settings),
      startedAt: new Date(sinceMs),
    });
    const results = await runChecks(settings, probe, budget);
    return {
      url,
      results,
      costFen: budget.spentFen,
      peakFen: budget.peakFen,
      durationMs: performance.now() - startedAt,
      isStopped: settings.signal?.aborted ?? false,
    };
  } finally {
    client.close();
    other?.close();
  }
}

/** Runs the checks one after the other, and cancels what each has bought, also when a check fails unexpectedly. */
async function runChecks(settings: CheckSettings, probe: Probe, budget: Budget): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  const checks = chooseChecks(settings);
  try {
    if (checks.some(({ pieces }) => (pieces?.(probe.sizes) ?? 0) > 0)) await tryFirstOrder(probe);
    for (const check of checks) {
      if (settings.signal?.aborted) break;
      const result = await runCheck(check, probe, budget);
      results.push(result);
      settings.onResult?.(result);
      await probe.cleanUp();
    }
  } finally {
    await probe.cleanUp({ withFirst: true });
  }
  return results;
}

/** Whether price and shipping pay for an order is known before anything else. A check finds whatever else is wrong. */
async function tryFirstOrder(probe: Probe): Promise<void> {
  if (probe.capFen > probe.leftFen) return;
  try {
    await probe.firstOrder();
  } catch (error) {
    if (!(error instanceof BrokenPromise)) throw error;
  }
}

/** The time at the gateway, which may differ from the time here. */
async function findStart(client: HttpClient): Promise<number> {
  const { status, headers, exchange } = await client.call('GET', '/orders/by-merchant-no/chk-unknown');
  if (status === null) throw new CannotCheck(`the gateway does not respond: ${exchange.error ?? ''}`);
  if (status === 401 || status === 403) throw new CannotCheck(`the gateway refuses the token (${status})`);
  // The header has whole seconds.
  const atMs = Date.parse(headers.date ?? '') - 1000;
  return Number.isNaN(atMs) ? Date.now() - 1000 : atMs;
}

async function runCheck(check: Check, probe: Probe, budget: Budget): Promise<CheckResult> {
  const startedAt = performance.now();
  const base = { id: idOf(check), promise: check.promise };
  const pieces = check.pieces?.(probe.sizes) ?? 0;
  try {
    // A check that has to end in the middle would prove nothing.
    if (pieces > 0) {
      budget.require(probe.capFen);
      await probe.firstOrder();
      budget.require(pieces * probe.capFen);
    }
    await check.run(probe);
    return { ...base, outcome: 'kept', durationMs: performance.now() - startedAt };
  } catch (error) {
    const durationMs = performance.now() - startedAt;
    if (error instanceof BrokenPromise) {
      const { message, exchanges } = error;
      return { ...base, outcome: 'broken', message, mend: check.mend, exchanges, durationMs };
    }
    if (!(error instanceof NotChecked)) throw error;
    return {
      ...base,
      outcome: 'not-checked',
      message: error.message,
      ...(error instanceof Incomplete && { isIncomplete: true as const }),
      durationMs,
    };
  }
}

/** The question before money is spent. */
export function describeCost(pieces: number, priceFen: number): string {
  return `up to ${pieces} pieces for ${yuan(priceFen)} yuan each, ${yuan(pieces * priceFen)} if the shop cancels none`;
}
