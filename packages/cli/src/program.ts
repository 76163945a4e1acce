import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import type { CliContext } from './cli-context.ts';
import { addDoctorCommand } from './doctor/command.ts';
import { addCancelCommand } from './intents/cancel-intent.ts';
import { addCreateCommand } from './intents/create-intent.ts';
import { addExportCommand } from './intents/export-intents.ts';
import { addGetCommand } from './intents/get-intent.ts';
import { addListCommand } from './intents/list-intents.ts';
import { addWaitCommand } from './intents/wait-for-intent.ts';
import { addSignCommand } from './signing/sign-request.ts';
import { addVerifyCommand } from './signing/verify-signature.ts';

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
      outputError: (text, write) => write(hideValue(text)),
    })
    .showHelpAfterError('Add --help to see how it is used.')
    .option('--config <file>', 'settings file; default ~/.config/procurement-intents/config.json')
    .option('--base-url <url>', 'address of the service; else PROCUREMENT_BASE_URL')
    .option('--app-id <id>', 'id of the App; else PROCUREMENT_APP_ID')
    .option('--app-secret-stdin', 'read the secret of the App from stdin; else PROCUREMENT_APP_SECRET')
    .option('--json', 'print JSON for programs, errors too')
    .addHelpText('after', EXIT_CODES_HELP);
  const intents = program.command('intents').description('Buys, follows, cancels and exports purchases.');
  addCreateCommand(intents, context);
  addGetCommand(intents, context);
  addListCommand(intents, context);
  addCancelCommand(intents, context);
  addWaitCommand(intents, context);
  addExportCommand(intents, context);
  addSignCommand(program, context);
  addVerifyCommand(program, context);
  addDoctorCommand(program, context);
  return program;
}

/** Hides the value of a secret that was passed as an option, so that no screen or log shows it. */
function hideValue(message: string): string {
  return message.replace(/(unknown option '--?[^'=]*)=.*'/s, "$1=…'");
}

function readVersion(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
