import { Option, type Command } from 'commander';
import { basename } from 'node:path';
import { connectAs, optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { cleanText } from '../format-table.ts';
import { showFields } from '../intents/show-intent.ts';
import { readInput, STDIN } from '../read-input.ts';
import type { GlobalOptions } from '../settings.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { checkReport } from './check-report.ts';
import { formatProgress } from './format-progress.ts';
import { ImportReport } from './import-report.ts';
import { ImportRun, type ImportCounts } from './import-run.ts';
import { findEqualRows, nameRows } from './name-rows.ts';
import { ENCODINGS, parseCsv, type Encoding } from './parse-csv.ts';
import { readRows, type ImportRow } from './read-rows.ts';

interface ImportCommandOptions extends GlobalOptions {
  report?: string;
  dryRun?: boolean;
  encoding: Encoding;
  ignoreUnknownColumns?: boolean;
}

// Errors beyond these are only in the report.
const SHOWN_ERRORS = 20;
const GO_ON = 'Run the same command again to go on; no row is bought twice.';

export function addImportCommand(intents: Command, context: CliContext): void {
  intents
    .command('import')
    .summary('buy every row of a CSV file')
    .description(
      'Buys every row of a CSV file whose header names the fields, at the rate that the service allows. ' +
        'The report keeps what became of each row: run the command again to go on where it ended, or to try refused rows again.',
    )
    .argument('<file>', 'the CSV file, - for stdin')
    .option('--report <file>', 'where to keep the results; default: <file>.report.ndjson')
    .option('--dry-run', 'check the file, and send nothing')
    .addOption(new Option('--encoding <name>', 'encoding of the file').choices(ENCODINGS).default('utf-8'))
    .option('--ignore-unknown-columns', 'leave out columns that no field has the name of')
    .action(async (file: string, _: unknown, command: Command) => {
      await importIntents(context, file, optionsOf<ImportCommandOptions>(command));
    });
}

async function importIntents(
  context: CliContext,
  file: string,
  options: ImportCommandOptions,
): Promise<void> {
  const { terminal, setExitCode } = context;
  const rows = await readFileRows(terminal, file, options);
  if (options.dryRun) return showDryRun(terminal, rows, options);
  const reportFile = options.report ?? `${file}.report.ndjson`;
  const { service, baseUrl, appId } = await connectAs(context, options);
  const report = await ImportReport.open(reportFile, { baseUrl, appId });
  try {
    const named = nameRows(rows, report.importId);
    checkReport(report, named);
    const run = new ImportRun(named, { service, report, onResult: createListener(terminal, reportFile) });
    await run.run();
    terminal.showProgress(null);
    const summary = { ...run.counts, report: reportFile };
    await (options.json ? printJson(terminal, summary) : showFields(terminal, summary));
    setExitCode(exitCodeOf(run.counts));
    if (run.counts.notTried + run.counts.unclear > 0) terminal.note(GO_ON);
    if (run.stoppedBy !== null) throw run.stoppedBy;
  } finally {
    terminal.showProgress(null);
    await report.close();
  }
}

async function readFileRows(
  terminal: Terminal,
  file: string,
  options: ImportCommandOptions,
): Promise<ImportRow[]> {
  if (file === STDIN && (options.appSecretStdin || (options.report === undefined && !options.dryRun))) {
    throw new UsageError(
      'rows from stdin need --report, and the secret from elsewhere',
      'Name a file for the report, and leave out --app-secret-stdin.',
    );
  }
  const name = file === STDIN ? 'stdin' : basename(file);
  const records = parseCsv(await readInput(file, terminal.input), options.encoding, name);
  const rows = readRows(records, { name, ignoresUnknown: options.ignoreUnknownColumns ?? false });
  const equal = findEqualRows(rows);
  if (equal.length > 0) {
    const lines = equal.slice(0, SHOWN_ERRORS).join(', ');
    const words =
      equal.length === 1 ? 'row equals an earlier one, and is' : 'rows equal an earlier one, and are';
    terminal.note(`warning: ${equal.length} ${words} bought too: line ${lines}`);
  }
  return rows;
}

/** Shows progress at a terminal, and the first errors. */
function createListener(
  terminal: Terminal,
  reportFile: string,
): ConstructorParameters<typeof ImportRun>[1]['onResult'] {
  const startedAt = performance.now();
  let errors = 0;
  return (counts, { row, error }) => {
    if (error) {
      errors += 1;
      if (errors <= SHOWN_ERRORS) terminal.note(`line ${row.line}: ${cleanText(error.message)}`);
      if (errors === SHOWN_ERRORS) terminal.note(`more errors are only in ${reportFile}`);
    }
    terminal.showProgress(formatProgress(counts, performance.now() - startedAt));
  };
}

function exitCodeOf({ refused, unclear }: ImportCounts): ExitCode {
  if (refused > 0) return EXIT.refused;
  return unclear > 0 ? EXIT.unavailable : EXIT.ok;
}

function showDryRun(terminal: Terminal, rows: ImportRow[], { json }: GlobalOptions): Promise<void> {
  // Counted in fen: binary fractions of yuan would add up to a wrong sum.
  const fen = rows.reduce(
    (sum, { body }) => sum + BigInt(Math.round(body.price * 100)) * BigInt(body.quantity),
    0n,
  );
  const total = `${fen / 100n}.${String(fen % 100n).padStart(2, '0')}`;
  const summary = { rows: rows.length, totalAmount: total, isSent: false };
  return json ? printJson(terminal, summary) : showFields(terminal, summary);
}
