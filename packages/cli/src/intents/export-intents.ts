import { open, rename, rm } from 'node:fs/promises';
import { toCsvLine, toCsvRow } from '@procurement-intents/domain/csv';
import type { IntentListItem } from '@procurement-intents/sdk';
import { Option, type Command } from 'commander';
import { connect, optionsOf, type CliContext } from '../cli-context.ts';
import { parseListOf } from '../parse-arguments.ts';
import { cannotWrite } from '../read-input.ts';
import type { Service } from '../service.ts';
import { LIST_FIELDS, LIST_ITEM_FIELDS } from '../generated/tables.ts';
import { addFilterOptions, toQuery, type FilterOptions } from './list-options.ts';

type Field = keyof IntentListItem;

interface ExportCommandOptions extends FilterOptions {
  format: 'ndjson' | 'csv';
  fields?: string;
  output?: string;
}

type Write = (text: string) => Promise<unknown>;

export function addExportCommand(intents: Command, context: CliContext): void {
  const command = intents
    .command('export')
    .summary('write all purchases as NDJSON or CSV')
    .description('Writes all purchases of the App, oldest first, one a line, however many there are.');
  addFilterOptions(command)
    .addOption(
      new Option('-f, --format <format>', 'what to write').choices(['ndjson', 'csv']).default('ndjson'),
    )
    .option(
      '--fields <names>',
      `which fields, separated by commas: of ${LIST_FIELDS.join(', ')}; id always comes. Default: ${LIST_ITEM_FIELDS.join(', ')}`,
      parseListOf(LIST_FIELDS),
    )
    .option('-o, --output <file>', 'where to; it appears when it is complete. Default: stdout')
    .action(async (_: unknown, each: Command) => {
      const { terminal } = context;
      const options = optionsOf<ExportCommandOptions>(each);
      const service = await connect(context, options);
      const write = (to: Write) => writeAll(service, options, to);
      const count = await (options.output === undefined
        ? write(terminal.print)
        : writeFileAtomically(options.output, write));
      terminal.note(`${count} ${count === 1 ? 'intent' : 'intents'} exported`);
    });
}

async function writeAll(service: Service, options: ExportCommandOptions, write: Write): Promise<number> {
  const isCsv = options.format === 'csv';
  let count = 0;
  const chosen = (options.fields?.split(',') ?? LIST_ITEM_FIELDS) as Field[];
  const fields = [...new Set<Field>(chosen.includes('id') ? chosen : ['id', ...chosen])];
  if (isCsv) await write(toCsvLine(fields));
  let lines = '';
  for await (const item of service.export({ ...toQuery(options), fields: fields.join(',') })) {
    // The time of the create comes in any case: the export goes on behind it after a cut.
    lines += isCsv
      ? toCsvRow(item, fields)
      : `${JSON.stringify(item, fields.includes('createdAt') ? undefined : hideTime)}\n`;
    count += 1;
    if (lines.length < WRITTEN_AT_ONCE) continue;
    await write(lines);
    lines = '';
  }
  if (lines !== '') await write(lines);
  return count;
}

// Far more than a line, and far less than an export.
const WRITTEN_AT_ONCE = 64 * 1024;

const hideTime = (name: string, value: unknown): unknown => (name === 'createdAt' ? undefined : value);

/** Writes to a temporary file and renames it at the end, so that an incomplete export never looks complete. */
async function writeFileAtomically(file: string, work: (write: Write) => Promise<number>): Promise<number> {
  const part = `${file}.part`;
  const handle = await open(part, 'w').catch((error: unknown) => {
    throw cannotWrite(part, error);
  });
  try {
    const count = await work((text) => handle.write(text));
    await handle.close();
    await rename(part, file);
    return count;
  } catch (error) {
    await handle.close();
    await rm(part, { force: true });
    throw error;
  }
}
