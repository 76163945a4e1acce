import type { Clock } from '../clock.ts';
import type { Logger } from '../observability/logger.ts';
import type { RowHistory } from '../intent-rows/row-history.ts';
import type { CancelWaits } from './cancel-waits.ts';
import type { Exports } from '../exports/exports.ts';
import type { PageCheckContext } from '../platforms/page-check/check-product-page.ts';
import type { CompanyListStore, ListStore } from './store/list-store.ts';
import type { intentAdder } from './store/insert-intents.ts';
import type { IntentStore } from './store/intent-store.ts';
import type { orderChecks } from './store/order-checks.ts';
import type { IntentWrites, recordedIntents } from './store/recorded-intents.ts';

/** The statements of the verbs, each with a record of who has made the change. */
export type RecordedIntents = ReturnType<typeof recordedIntents>;

/** Adds the intent of a change that another room makes, in the transaction of that change. */
export type AddIntent = ReturnType<typeof intentAdder>;

/** Has a worker ask the platform about the order of an intent. */
export type RequestCheck = ReturnType<typeof orderChecks>;

/** The dependencies of the verbs on intents. */
export interface IntentsContext extends RowHistory, PageCheckContext {
  intents: IntentStore;
  lists: ListStore;
  exports: Exports;
  cancelWaits: CancelWaits;
  clock: Clock;
  log: Logger;
  /** How long receivers of exports may take nothing, and how long a whole one may last. Default `LIMITS`. */
  exportTimes?: { idleMs?: number; wholeMs?: number };
  /** How long a cancellation waits for the platform's answer. Default `LIMITS.cancelWaitMs`. */
  cancelWaitMs?: number;
}

export type { CompanyListStore, IntentWrites };

/** A statement that changes one intent. */
export type IntentWrite = keyof IntentWrites;

/** The dependencies of a verb that changes one intent. `Write`: the statements that it may change it with. */
export interface ChangeContext<Write extends IntentWrite> extends Omit<IntentsContext, 'intents' | 'lists'> {
  intents: Pick<IntentStore, 'find' | 'bringBack'> & Pick<IntentWrites, Write>;
}
