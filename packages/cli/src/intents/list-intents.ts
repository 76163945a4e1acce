import type { IntentListItem, IntentPage } from '@procurement-intents/sdk';
import { Option, type Command } from 'commander';
import { connect, optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { formatLines, formatTable } from '../format-table.ts';
import { LIMITS } from '../generated/tables.ts';
import { parsePageSize } from '../parse-arguments.ts';
import type { Terminal } from '../terminal.ts';
import { addFilterOptions, toQuery, type FilterOptions } from './list-options.ts';
import { styleOfStatus } from './show-intent.ts';

interface ListCommandOptions extends FilterOptions {
  limit: number;
  cursor?: string;
  sort?: 'createdAt' | 'updatedAt' | 'price';
  order?: 'asc' | 'desc';
}

const HEADER = ['ID', 'STATUS', 'PLATFORM', 'QUANTITY', 'TOTAL', 'CREATED', 'TITLE'];
const STATUS_COLUMN = 1;
const { pageSizeDefault, pageSizeMax } = LIMITS;

export function addListCommand(intents: Command, context: CliContext): void {
  const command = intents
    .command('list')
    .summary('list purchases')
    .description('Lists the purchases of the App, newest first. In a pipe: tabs between values, no header.');
  addFilterOptions(command)
    .option('-L, --limit <n>', `how many at most, 1 to ${pageSizeMax}`, parsePageSize, pageSizeDefault)
    .option('--cursor <cursor>', 'go on where an earlier list ended, with the same filters and order')
    .addOption(new Option('--sort <field>', 'what to sort by').choices(['createdAt', 'updatedAt', 'price']))
    .addOption(new Option('--order <direction>', 'direction of the sort').choices(['asc', 'desc']))
    .action(async (_: unknown, each: Command) => {
      const options = optionsOf<ListCommandOptions>(each);
      const { limit: pageSize, cursor, sort: sortBy, order } = options;
      const service = await connect(context, options);
      const page = await service.list({ ...toQuery(options), pageSize, cursor, sortBy, order });
      if (options.json) return printJson(context.terminal, page);
      return showPage(context.terminal, page);
    });
}

async function showPage(terminal: Terminal, { items, total, nextCursor }: IntentPage): Promise<void> {
  if (terminal.isForPeople && items.length > 0) {
    const rows = [HEADER, ...items.map((item) => toRow(item, shortTime))];
    const text = formatTable(rows, terminal.columns, (cell, column, row) => {
      const style = row === 0 ? 'bold' : column === STATUS_COLUMN ? styleOfStatus(cell) : undefined;
      return style ? terminal.paint(style, cell) : cell;
    });
    await terminal.print(text);
  } else {
    await terminal.print(formatLines(items.map((item) => toRow(item, (time) => time))));
  }
  if (items.length === 0) terminal.note('There is no such intent.');
  if (nextCursor !== null) terminal.note(`${items.length} of ${total}; go on with --cursor ${nextCursor}`);
}

function toRow(item: IntentListItem, formatTime: (time: string) => string): string[] {
  const { id, status = '', platform = '', quantity = 0, totalAmount = 0, createdAt = '', title = '' } = item;
  return [id, status, platform, String(quantity), totalAmount.toFixed(2), formatTime(createdAt), title];
}

/** `2026-11-21 09:30Z`: to the minute, in UTC. */
const shortTime = (time: string) => `${time.slice(0, 16).replace('T', ' ')}Z`;
