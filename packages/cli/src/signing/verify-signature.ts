import type { Command } from 'commander';
import { optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { EXIT } from '../exit-codes.ts';
import { CODES } from '../generated/tables.ts';
import { parseInstant } from '../parse-arguments.ts';
import { describeUnusualSecret, loadSettings, requireSettings } from '../settings.ts';
import { diagnoseSignature } from '@procurement-intents/domain/diagnose-signature';
import { findFaults, findTimestampFault, readBody } from './signed-request.ts';

interface VerifyCommandOptions {
  timestamp: string;
  signature: string;
  body?: string;
  receivedAt?: number;
}

export function addVerifyCommand(program: Command, context: CliContext): void {
  program
    .command('verify')
    .summary('find out why a signature is wrong')
    .description(
      'Says whether the service accepts signature and timestamp of a request, and if not, which common mistake it is. Sends nothing.',
    )
    .argument('<method>', 'the method of the request')
    .argument('<path>', 'the path with its query, as sent')
    .requiredOption('--timestamp <value>', 'X-Timestamp, as sent')
    .requiredOption('--signature <value>', 'X-Signature, as sent')
    .option('-b, --body <file>', 'file with the body, as sent; - for stdin')
    .option('--received-at <time>', 'when the service received the request; default: now', parseInstant)
    .action(async (method: string, path: string, _: unknown, command: Command) => {
      await verifySignature(context, { method, path }, command);
    });
}

async function verifySignature(
  { terminal, env, setExitCode }: CliContext,
  { method, path }: { method: string; path: string },
  command: Command,
): Promise<void> {
  const options = optionsOf<VerifyCommandOptions>(command);
  const { timestamp, signature } = options;
  const body = await readBody(options.body, terminal.input, options);
  const settings = await loadSettings(options, env, terminal.input);
  const { appSecret: secret } = requireSettings(settings, 'appSecret');
  const parts = { method, path, timestamp, body };
  const { isValid, mistakes } = diagnoseSignature(parts, {
    secret,
    signature,
    baseUrl: settings.values.baseUrl,
  });
  const timestampFault = findTimestampFault(timestamp, options.receivedAt ?? Date.now());
  const warnings = findFaults(parts);
  const oddity = describeUnusualSecret(secret);
  if (oddity) warnings.push(`The secret (${settings.sources.appSecret}) ${oddity}.`);

  setExitCode(isValid && timestampFault === null ? EXIT.ok : EXIT.refused);
  if (options.json) return printJson(terminal, { isValid, mistakes, timestampFault, warnings });
  for (const warning of warnings) terminal.note(`warning: ${warning}`);
  const verdicts = [describeVerdict(isValid, mistakes)];
  if (timestampFault !== null)
    verdicts.push(`The service refuses the timestamp (${CODES.TIMESTAMP_INVALID}). ${timestampFault}`);
  return terminal.print(`${verdicts.join('\n')}\n`);
}

function describeVerdict(isValid: boolean, mistakes: string[]): string {
  if (isValid) return 'The signature is right: this secret made it over this request.';
  if (mistakes.length > 0) return `The signature is wrong. It was made with ${mistakes.join(', and ')}.`;
  return (
    'The signature is wrong, and no common mistake explains it. ' +
    'Either another secret made it, or the request that was signed differs from the one given here.'
  );
}
