import { isFinal, TimeoutError, type Intent, type IntentStatus } from '@procurement-intents/sdk';
import { Option, type Command } from 'commander';
import { connect, optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withAdvice } from '../explain-error.ts';
import { parseIntentId, parseSeconds } from '../parse-arguments.ts';
import type { Service } from '../service.ts';
import { describeStatus, showFields, STATUSES } from './show-intent.ts';

// The default of the SDK.
const DEFAULT_WAIT_MS = 300_000;

/** `--timeout`: seconds on the command line, milliseconds for the command. */
export const timeoutOption = (description: string): Option =>
  new Option('--timeout <seconds>', description)
    .argParser(parseSeconds)
    .default(DEFAULT_WAIT_MS, String(DEFAULT_WAIT_MS / 1_000));

interface WaitCommandOptions {
  until?: IntentStatus[];
  timeout: number;
}

export function addWaitCommand(intents: Command, context: CliContext): void {
  intents
    .command('wait')
    .summary('wait for the end of a purchase')
    .description('Waits until a purchase has ended, or has one of the given statuses, and shows it.')
    .argument('<id>', 'id of the intent', parseIntentId)
    .addOption(new Option('--until <status...>', 'end at one of these too').choices(STATUSES))
    .addOption(timeoutOption('how long to wait; the purchase goes on after'))
    .action(async (id: string, _: unknown, command: Command) => {
      const { until = [], timeout, ...options } = optionsOf<WaitCommandOptions>(command);
      const service = await connect(context, options);
      await followIntent(context, service, id, { ...options, until, timeoutMs: timeout });
    });
}

interface FollowOptions {
  json?: boolean;
  until: readonly IntentStatus[];
  timeoutMs: number;
}

/** Prints each status change to stderr, then the intent, and sets the exit code by the outcome. */
export async function followIntent(
  { terminal, setExitCode }: CliContext,
  service: Service,
  id: string,
  { json, until, timeoutMs }: FollowOptions,
): Promise<void> {
  let wasRead = false;
  try {
    const onChange = (intent: Intent) => {
      wasRead = true;
      terminal.note(describeStatus(terminal, intent));
    };
    const intent = await service.waitFor(id, { until, timeoutMs, onChange });
    setExitCode(exitCodeOf(intent, until));
    await (json ? printJson(terminal, intent) : showFields(terminal, intent));
  } catch (error) {
    // Without a read, the status of the purchase is unknown.
    if (!(error instanceof TimeoutError)) throw error;
    if (!wasRead) throw withAdvice(error, 'Wait again, or longer with --timeout.');
    terminal.note(`${error.message}. It goes on: wait again, or read it later.`);
    setExitCode(EXIT.stillRunning);
  }
}

/** A requested status is a success, whatever it is; otherwise the final status decides. */
export function exitCodeOf({ status }: Pick<Intent, 'status'>, until: readonly IntentStatus[]): ExitCode {
  if (until.includes(status) || !isFinal({ status })) return EXIT.ok;
  if (status === 'FAILED') return EXIT.failed;
  return status === 'CANCELLED' ? EXIT.cancelled : EXIT.ok;
}
