import type { AppEvent } from '@procurement-intents/sdk';
import { cleanText, formatLines, formatTable } from '../format-table.ts';
import { FEED_TYPES } from '../generated/tables.ts';
import type { OnOutage } from '../service.ts';
import type { Terminal } from '../terminal.ts';

const SEQUENCE_WIDTH = 8;
const ID_WIDTH = 36;
/** Rows come one by one, so the width of a column cannot follow its cells. */
const WIDTHS = [SEQUENCE_WIDTH, Math.max(...FEED_TYPES.map(({ length }) => length)), ID_WIDTH];

/** The intent or the endpoint of webhooks that an event is about. */
function subjectOf({ data }: AppEvent): string {
  const { intentId = '', webhookId = intentId } = data as { intentId?: string; webhookId?: string };
  return webhookId;
}

/** The first cells of an event's row: number, type, and what it is about. */
export const eventCells = (event: AppEvent): string[] => [
  String(event.sequence),
  event.type,
  subjectOf(event),
];

/** One row of an endless table. */
export function formatEventRow({ isForPeople, columns }: Terminal, cells: readonly string[]): string {
  if (!isForPeople) return formatLines([cells]);
  return formatTable([cells.map((cell, index) => cleanText(cell).padEnd(WIDTHS[index] ?? 0))], columns);
}

/** Says that no events come for now, and when they come again. */
export const noteOutage =
  ({ note }: Terminal): OnOutage =>
  (error) =>
    note(
      error === null ? 'The service answers again.' : `The service gives no events (${error}): trying again.`,
    );
