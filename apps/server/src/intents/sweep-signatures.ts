import type { Logger } from '../observability/logger.ts';
import { Sweeper } from '../polling/sweeper.ts';
import { FORGOTTEN_AT_ONCE } from './store/forget-signatures.ts';

const SWEEP_MS = 10_000;

/** @param forget - deletes a batch of old signatures and returns their number. */
export function createSignatureSweeper(forget: () => Promise<number>, log: Logger): Sweeper {
  const sweep = async (): Promise<boolean> => (await forget()) === FORGOTTEN_AT_ONCE;
  return new Sweeper({ name: 'old signatures', everyMs: SWEEP_MS, sweep, log });
}
