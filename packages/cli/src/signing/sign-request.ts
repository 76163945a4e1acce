import { createSigner } from '@procurement-intents/sdk';
import { Argument, InvalidArgumentError, Option, type Command } from 'commander';
import { optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { METHODS, PATTERNS } from '../generated/tables.ts';
import { STDIN } from '../read-input.ts';
import { loadSettings, requireSettings } from '../settings.ts';
import { UsageError } from '../usage-error.ts';
import { toCurl } from './curl.ts';
import { findFaults, findTimestampFault, readBody } from './signed-request.ts';

interface SignCommandOptions {
  body?: string;
  timestamp?: string;
  curl?: boolean;
}

export function addSignCommand(program: Command, context: CliContext): void {
  program
    .command('sign')
    .summary('sign a request')
    .description('Prints the headers that sign a request; to a person also the curl command that sends it.')
    .addArgument(new Argument('<method>', 'method of the request').choices(METHODS).argParser(parseMethod))
    .argument('<path>', 'path with its query, such as /api/v1/intents?pageSize=5', parsePath)
    .option('-b, --body <file>', 'file with the body, - for stdin')
    .option('--timestamp <ms>', 'Unix milliseconds to sign; default: now', parseTimestamp)
    .addOption(new Option('--curl', 'print the curl command alone').conflicts('json'))
    .action(async (method: string, path: string, _: unknown, command: Command) => {
      await signRequest(context, { method, path }, command);
    });
}

async function signRequest(
  { terminal, env }: CliContext,
  { method, path: givenPath }: { method: string; path: string },
  command: Command,
): Promise<void> {
  const options = optionsOf<SignCommandOptions>(command);
  const body = await readBody(options.body, terminal.input, options);
  const settings = await loadSettings(options, env, terminal.input);
  const { appId, appSecret } = requireSettings(settings, 'appId', 'appSecret');
  const timestamp = options.timestamp ?? String(Date.now());
  const { origin, prefix } = splitAddress(settings.values.baseUrl);
  // A gateway removes its prefix, so the service sees the path without it.
  const path = prefix && givenPath.startsWith(`${prefix}/`) ? givenPath.slice(prefix.length) : givenPath;
  if (prefix) terminal.note(`The service sees no ${prefix}, so ${path} is signed.`);
  const faults = findFaults({ method, path, body });
  const timestampFault = findTimestampFault(timestamp, Date.now());
  if (timestampFault !== null) faults.push(timestampFault);
  const text = body.toString('utf8');
  if (!Buffer.from(text).equals(body))
    throw new UsageError('the body must be UTF-8 text', 'Save it as UTF-8.');

  for (const fault of faults) terminal.note(`warning: ${fault}`);
  const headers: Record<string, string> = {
    ...(await createSigner(appId, appSecret)({ method, path, body: text, timestampMs: Number(timestamp) })),
    ...(body.length > 0 && { 'content-type': 'application/json' }),
  };
  const url = `${origin}${prefix}${path}`;
  const bodyFile = options.body === undefined || options.body === STDIN ? null : options.body;
  const curl = toCurl({ method, url, headers, body, bodyFile });
  if (options.json) return printJson(terminal, { method, url, headers, curl });
  if (options.curl) return terminal.print(`${curl}\n`);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`);
  return terminal.print(`${lines.join('')}${terminal.isForPeople ? `\n${curl}\n` : ''}`);
}

function splitAddress(baseUrl = 'https://HOST'): { origin: string; prefix: string } {
  if (!URL.canParse(baseUrl))
    throw new UsageError(
      'the address of the service must begin with https://',
      'Correct --base-url or the setting.',
    );
  const { origin, pathname } = new URL(baseUrl);
  return { origin, prefix: pathname.replace(/\/+$/, '') };
}

function parseMethod(text: string): string {
  const method = text.toUpperCase();
  if (!METHODS.includes(method)) throw new InvalidArgumentError(`It must be one of ${METHODS.join(', ')}.`);
  return method;
}

/** Refuses what no request line has. Characters that a client writes differently are warned of. */
function parsePath(text: string): string {
  if (!/^\/(?!\/)/.test(text))
    throw new InvalidArgumentError(
      'It must begin with one /, without scheme and host, such as /api/v1/intents.',
    );
  return text;
}

function parseTimestamp(text: string): string {
  if (!PATTERNS.timestamp.test(text))
    throw new InvalidArgumentError('It must be Unix milliseconds, 13 digits.');
  return text;
}
