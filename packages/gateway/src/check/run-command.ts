import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { yuan } from './budget.ts';
import { CannotCheck } from './broken-promise.ts';
import { checkGateway, countPieces, describeCost, findPrice, verdictOf } from './check-gateway.ts';
import type { CheckReport } from './check-gateway.ts';
import { parseArguments, USAGE, UsageError } from './parse-arguments.ts';
import type { CheckCommand, ReportFormat } from './parse-arguments.ts';
import { readYuan } from './read-yuan.ts';
import { printJson } from './reports/json.ts';
import { printJunit } from './reports/junit.ts';
import { printResult, printSummary } from './reports/text.ts';
import type { CheckResult, CheckSettings } from './settings.ts';

/** Exit codes, documented in the README. */
export const EXIT = { kept: 0, broken: 1, incomplete: 2 } as const;

export interface Streams {
  stdin: Readable & { isTTY?: boolean | undefined };
  stdout: Writable;
  stderr: Writable & { isTTY?: boolean | undefined };
}

/** Runs the command and says how it ended. The report goes to stdout, everything else to stderr. */
export async function runCommand(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  streams: Streams,
  tuning: Pick<CheckSettings, 'sizes' | 'times' | 'signal'> = {},
): Promise<number> {
  const note = (line: string) => void streams.stderr.write(`${line}\n`);
  try {
    const command = parseArguments(argv, env);
    if (!command) {
      streams.stdout.write(`${USAGE}\n`);
      return EXIT.kept;
    }
    const maxSpendFen = await agreeOnLimit(command, streams);
    const report = await checkGateway({
      ...command.settings,
      ...tuning,
      sizes: { ...tuning.sizes, ...command.settings.sizes },
      maxSpendFen,
      onProgress: note,
      onResult: (result) => showResult(result, command.report, streams),
    });
    streams.stdout.write(`${PRINTERS[command.report](report)}\n`);
    return EXIT[verdictOf(report)];
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof CannotCheck)) throw error;
    note(`error: ${error.message}`);
    if (error instanceof UsageError) note('See procurement-gateway --help.');
    return EXIT.incomplete;
  }
}

const PRINTERS: Record<ReportFormat, (report: CheckReport) => string> = {
  text: printSummary,
  json: printJson,
  junit: printJunit,
};

/** A report for programs is one document, so people see the results beside it. */
function showResult(result: CheckResult, format: ReportFormat, { stdout, stderr }: Streams): void {
  (format === 'text' ? stdout : stderr).write(`${printResult(result)}\n`);
}

/** The limit of the command line, else the one that a person names. @throws UsageError where nobody can answer. */
async function agreeOnLimit(
  { settings, maxSpendFen }: CheckCommand,
  { stdin, stderr }: Streams,
): Promise<number> {
  if (maxSpendFen !== null) return maxSpendFen;
  if (!stdin.isTTY || !stderr.isTTY)
    throw new UsageError(
      'the run spends money, and there is nobody to ask for a limit: name it with --max-spend',
    );
  const priceFen = await findPrice({ ...settings, maxSpendFen: 0 });
  const costFen = priceFen + (settings.shippingFen ?? 0);
  stderr.write(`The run buys ${describeCost(countPieces(settings), costFen)}.\n`);
  const questions = createInterface({ input: stdin, output: stderr });
  try {
    const answer = await questions.question(
      'The most that it may spend at any time, in yuan (nothing: stop): ',
    );
    const limitFen = readYuan(answer);
    if (limitFen === null) throw new UsageError('no limit was named');
    stderr.write(`The limit is ${yuan(limitFen)} yuan.\n`);
    return limitFen;
  } finally {
    questions.close();
  }
}
