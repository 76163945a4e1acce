import type { AppEvent } from '@procurement-intents/sdk';
import { Option, type Command } from 'commander';
import { connect, optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { LIMITS } from '../generated/tables.ts';
import { parseEventTypes, parseFrom, parseIntegerOf, parseIntentId } from '../parse-arguments.ts';
import type { Service } from '../service.ts';
import type { GlobalOptions } from '../settings.ts';
import { showRows } from '../show-rows.ts';
import { untilStopped } from '../until-stopped.ts';
import { eventCells, formatEventRow, noteOutage } from './event-row.ts';

interface FeedOptions extends GlobalOptions {
  from?: string;
  types?: string;
  intentId?: string;
  limit: number;
  follow?: boolean;
}

const HEADER = ['SEQUENCE', 'EVENT', 'SUBJECT', 'AT', 'STATUS', 'DETAIL'];
const { feedPageDefault, feedPageMax } = LIMITS;

export function addFeedCommand(program: Command, context: CliContext): void {
  program
    .command('events')
    .summary('show what has happened to the purchases of the App')
    .description(
      'Shows the feed of the App, oldest first. In a pipe: tabs between values, no header; with --follow and --json an event a line.',
    )
    .option('--from <start>', 'now, or the sequence to begin after. Default: the oldest event', parseFrom)
    .option('--types <types>', 'only events of these types, separated by commas', parseEventTypes)
    .option('--intent-id <id>', 'only events of this intent', parseIntentId)
    .addOption(
      new Option('-L, --limit <n>', `how many at most, 1 to ${feedPageMax}`)
        .argParser(parseIntegerOf(1, feedPageMax))
        .default(feedPageDefault)
        .conflicts('follow'),
    )
    .option('-f, --follow', 'go on with what is to come, until it is stopped')
    .action(async (_: unknown, command: Command) => {
      const options = optionsOf<FeedOptions>(command);
      const service = await connect(context, options);
      await (options.follow ? follow : showPage)(context, service, options);
    });
}

async function showPage(
  context: CliContext,
  service: Service,
  { from: cursor, types, intentId, limit, json }: FeedOptions,
): Promise<void> {
  const page = await service.listFeed({ cursor, types, intentId, limit });
  if (json) return printJson(context.terminal, page);
  const { items, hasMore, nextCursor } = page;
  await showRows(context, { header: HEADER, cells: items.map(toRow), none: 'There is no such event.' });
  if (hasMore) context.terminal.note(`${items.length} shown; go on with --from ${nextCursor}`);
}

async function follow(
  { terminal }: CliContext,
  service: Service,
  { from: cursor, types, intentId, json }: FeedOptions,
): Promise<void> {
  await untilStopped(async (signal) => {
    const events = service.follow({ cursor, types, intentId, signal }, noteOutage(terminal));
    for await (const event of events) {
      await terminal.print(json ? `${JSON.stringify(event)}\n` : formatEventRow(terminal, toRow(event)));
    }
  });
}

function toRow(event: AppEvent): string[] {
  const { status = '', detail = '' } = event.data as Partial<AppEvent['data']>;
  return [...eventCells(event), event.timestamp, status, detail];
}
