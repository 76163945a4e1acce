import type { Exchange } from './exchange.ts';
import type { Probe } from './probe.ts';
import type { Sizes } from './settings.ts';

/** The groups in the order in which they run: `list` is last, so that the orders of the run fill several pages. */
export const GROUPS = [
  'door',
  'form',
  'once',
  'faults',
  'word',
  'money',
  'stock',
  'cancel',
  'load',
  'list',
] as const;
export type Group = (typeof GROUPS)[number];

/** One promise of the ordering protocol, and how to find out whether a gateway keeps it. */
export interface Check {
  group: Group;
  /** Unique in its group. */
  name: string;
  /** What the gateway has to do. */
  promise: string;
  /** What usually mends a gateway that breaks the promise. */
  mend: string;
  /** The most pieces that the check buys; default 0. */
  pieces?: (sizes: Sizes) => number;
  /** @throws {@link BrokenPromise} or {@link NotChecked}. */
  run(probe: Probe): Promise<void>;
}

/** The gateway broke the promise of a check. */
export class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise';
  readonly exchanges: readonly Exchange[];

  constructor(message: string, exchanges: readonly Exchange[] = []) {
    super(message);
    this.exchanges = exchanges;
  }
}

/** The promise could not be judged; the message says why. */
export class NotChecked extends Error {
  override readonly name = 'NotChecked';
}

/** The promise should have been judged; the run is not complete. */
export class Incomplete extends NotChecked {}

/** @throws {@link BrokenPromise} unless `isKept`. */
export function expectKept(isKept: boolean, message: string, ...exchanges: Exchange[]): asserts isKept {
  if (!isKept) throw new BrokenPromise(message, exchanges);
}
