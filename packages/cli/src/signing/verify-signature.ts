import type { Command } from 'commander';
import { optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { EXIT } from '../exit-codes.ts';
import { describeUnusualSecret, loadSettings, requireSettings } from '../settings.ts';
import { diagnoseSignature } from './find-mistake.ts';
import { findFaults, readBody } from './signed-request.ts';

interface VerifyCommandOptions {
  timestamp: string;
  signature: string;
  body?: string;
}

export function addVerifyCommand(program: Command, context: CliContext): void {
  program
    .command('verify')
    .summary('find out why a signature is wrong')
    .description(
      'Says whether the secret made a signature over a request, and if not, which common mistake did. Sends nothing.',
    )
    .argument('<method>', 'the method of the request')
    .argument('<path>', 'the path with its query, as sent')
    .requiredOption('--timestamp <value>', 'X-Timestamp, as sent')
    .requiredOption('--signature <value>', 'X-Signature, as sent')
    .option('-b, --body <file>', 'file with the body, as sent; - for stdin')
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
  const warnings = findFaults(parts, Date.now());
  const oddity = describeUnusualSecret(secret);
  if (oddity) warnings.push(`The secret (${settings.sources.appSecret}) ${oddity}.`);

  setExitCode(isValid ? EXIT.ok : EXIT.refused);
  if (options.json) return printJson(terminal, { isValid, mistakes, warnings });
  for (const warning of warnings) terminal.note(`warning: ${warning}`);
  return terminal.print(`${describeVerdict(isValid, mistakes)}\n`);
}

function describeVerdict(isValid: boolean, mistakes: string[]): string {
  if (isValid) return 'The signature is right: this secret made it over this request.';
  if (mistakes.length > 0) return `The signature is wrong. It was made with ${mistakes.join(', and ')}.`;
  return (
    'The signature is wrong, and no common mistake explains it. ' +
    'Either another secret made it, or the request that was signed differs from the one given here.'
  );
}
