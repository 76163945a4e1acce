import type { IntentEvent } from '@procurement-intents/sdk';
import type { Command } from 'commander';
import { connect, optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { formatLines, formatTable } from '../format-table.ts';
import { parseIntentId } from '../parse-arguments.ts';

const HEADER = ['AT', 'EVENT', 'FROM', 'TO', 'DETAIL'];

export function addEventsCommand(intents: Command, context: CliContext): void {
  intents
    .command('events')
    .summary('show the timeline of a purchase')
    .description(
      'Shows every status change and attempt, oldest first. In a pipe: tabs between values, no header.',
    )
    .argument('<id>', 'id of the intent', parseIntentId)
    .action(async (id: string, _: unknown, command: Command) => {
      const { terminal } = context;
      const options = optionsOf<object>(command);
      const events = await (await connect(context, options)).events(id);
      if (options.json) return printJson(terminal, events);
      const rows = events.items.map(toRow);
      if (!terminal.isForPeople) return terminal.print(formatLines(rows));
      const paint = (cell: string, _column: number, row: number) =>
        row === 0 ? terminal.paint('bold', cell) : cell;
      return terminal.print(formatTable([HEADER, ...rows], terminal.columns, paint));
    });
}

function toRow({ at, type, from, to, detail }: IntentEvent): string[] {
  return [at, type, from ?? '', to ?? '', detail ?? ''];
}
