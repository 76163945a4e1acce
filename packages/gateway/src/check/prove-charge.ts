import { yuan } from './budget.ts';
import { expectKept } from './broken-promise.ts';
import type { Exchange } from './exchange.ts';
import type { Probe } from './probe.ts';

/**
 * Asks the payment provider, where the run knows how, what it has charged for a number.
 *
 * @throws BrokenPromise unless it is this, in fen.
 */
export async function expectCharged(
  { settings }: Probe,
  merchantOrderNo: string,
  fen: number,
  ...exchanges: Exchange[]
): Promise<void> {
  const chargedFen = (await settings.charged?.(merchantOrderNo)) ?? fen;
  expectKept(
    chargedFen === fen,
    `the payment provider has charged ${yuan(chargedFen)} yuan for ${merchantOrderNo}, and not ${yuan(fen)}`,
    ...exchanges,
  );
}
