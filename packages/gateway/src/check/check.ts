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
