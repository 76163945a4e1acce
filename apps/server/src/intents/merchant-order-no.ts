import type { RunRow } from './claim-intents.ts';

const PREFIX = 'pi_';

/**
 * The numbers under which the platform may know an order of the intent: the one on its row first, then the other form.
 * A number is made of the intent's id, and releases differ in whether a prefix comes before it.
 */
export function merchantOrderNosOf({ id, placementToken }: Pick<RunRow, 'id' | 'placementToken'>): string[] {
  const bare = id.slice('int_'.length);
  return [...new Set([placementToken ?? bare, bare, PREFIX + bare])];
}
