import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { addHealthCommand } from './check-health.ts';
import type { CliContext } from './cli-context.ts';
import { addLoginCommand, addLogoutCommand } from './company/login.ts';
import { addOrderCommands } from './company/orders.ts';
import { addReportCommands } from './company/reports.ts';
import { addRequestCommands } from './company/requests.ts';
import { addCompletionCommand } from './completion/command.ts';
import { addConfigSetCommand } from './config/set-setting.ts';
import { addConfigShowCommand } from './config/show-settings.ts';
import { addDoctorCommand } from './doctor/command.ts';
import { addFeedCommand } from './events/list-feed.ts';
import { EXIT } from './exit-codes.ts';
import { formatError } from './explain-error.ts';
import { addImportCommand } from './import/import-intents.ts';
import { addArchiveCommands } from './intents/archive-intent.ts';
import { addCreateCommand } from './intents/create-intent.ts';
import { addEndCommands } from './intents/end-intent.ts';
import { addExportCommand } from './intents/export-intents.ts';
import { addGetCommand } from './intents/get-intent.ts';
import { addEventsCommand } from './intents/list-events.ts';
import { addListCommand } from './intents/list-intents.ts';
import { addLabelsCommand } from './intents/set-labels.ts';
import { addSubmitCommand } from './intents/submit-intent.ts';
import { addUpdateCommand } from './intents/update-intent.ts';
import { addWaitCommand } from './intents/wait-for-intent.ts';
import { addListenCommand } from './listen/command.ts';
import { addSignCommand } from './signing/sign-request.ts';
import { addVerifyCommand } from './signing/verify-signature.ts';
import { addWebhookCommands } from './webhooks/commands.ts';

const EXIT_CODES_HELP = `
Exit codes: 0 done, 1 refused, 2 wrong usage, 3 no answer or not now, 4 ended FAILED, 5 ended CANCELLED, 6 still running`;

/** The whole command line. */
export function createProgram(context: CliContext): Command {
  const program = new Command('procurement-intents')
    .description('Command line of the Procurement Intent Service.')
    .version(readVersion(), '-V, --version')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeErr: (text) => context.terminal.note(text.trimEnd()),
      outputError: (text, write) => write(describeUsageError(text, context)),
    })
    .option('--config <file>', 'settings file; default ~/.config/procurement-intents/config.json')
    .option('--base-url <url>', 'address of the service; else PROCUREMENT_BASE_URL')
    .option('--app-id <id>', 'id of the App; else PROCUREMENT_APP_ID')
    .option('--app-secret-stdin', 'read the secret of the App from stdin; else PROCUREMENT_APP_SECRET')
    .option('--api-key-stdin', 'read an API key from stdin; else PROCUREMENT_API_KEY, else the login')
    .option('--json', 'print JSON for programs, errors too')
    .addHelpText('after', EXIT_CODES_HELP);
  const intents = program
    .command('intents')
    .summary('buy, follow, change and export purchases')
    .description('Buys, follows, changes and exports purchases.');
  addCreateCommand(intents, context);
  addImportCommand(intents, context);
  addGetCommand(intents, context);
  addListCommand(intents, context);
  addEventsCommand(intents, context);
  addWaitCommand(intents, context);
  addUpdateCommand(intents, context);
  addLabelsCommand(intents, context);
  addSubmitCommand(intents, context);
  addEndCommands(intents, context);
  addArchiveCommands(intents, context);
  addExportCommand(intents, context);
  addFeedCommand(program, context);
  addWebhookCommands(program, context);
  addListenCommand(program, context);
  const requests = program
    .command('requests')
    .summary('ask to buy, approve, and follow what was asked')
    .description('Asks to buy, approves, and shows what was asked, as a person or with an API key.');
  addRequestCommands(requests, context);
  addOrderCommands(program, context);
  addReportCommands(program, context);
  addLoginCommand(program, context);
  addLogoutCommand(program, context);
  const config = program
    .command('config')
    .summary('store and show the settings')
    .description('Stores and shows the settings.');
  addConfigSetCommand(config, context);
  addConfigShowCommand(config, context);
  addSignCommand(program, context);
  addVerifyCommand(program, context);
  addHealthCommand(program, context);
  addDoctorCommand(program, context);
  addCompletionCommand(program, context);
  return program;
}

/** Words an error of the command line as any other error, without a secret that was passed as an option. */
function describeUsageError(text: string, { isJson }: CliContext): string {
  const message = text
    .trim()
    .replace(/^error: /, '')
    .replace(/(unknown option '--?[^'=]*)=.*'/s, "$1=…'");
  const fix = message.includes('is invalid') ? 'Correct the value.' : 'Add --help to see how it is used.';
  return formatError({ exitCode: EXIT.usage, name: 'UsageError', message, fix }, isJson);
}

function readVersion(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
