import { Argument, type Command } from 'commander';
import { openClientFor, optionsOf, type CliContext } from '../cli-context.ts';
import { readAll } from '../read-input.ts';
import { defaultSettingsFile, SETTING_NAMES, type SettingName } from '../settings-file.ts';
import { describeUnusualSecret } from '../settings.ts';
import { UsageError } from '../usage-error.ts';
import { changeSettingsFile } from './change-settings-file.ts';

export function addConfigSetCommand(config: Command, context: CliContext): void {
  config
    .command('set')
    .summary('store a setting')
    .description(
      'Stores a setting in the settings file, which only you can read. The secret comes from stdin.',
    )
    .addArgument(new Argument('<name>', 'the setting').choices(SETTING_NAMES))
    .argument('[value]', 'its value; not for appSecret')
    .action(async (name: SettingName, value: string | undefined, _: unknown, command: Command) => {
      const { config: named } = optionsOf<object>(command);
      const file = named ?? defaultSettingsFile(context.env);
      await changeSettingsFile(file, { [name]: await readValue(context, name, value) });
      context.terminal.note(`${name} is set in ${file}`);
    });
}

async function readValue(context: CliContext, name: SettingName, value: string | undefined): Promise<string> {
  if (name === 'appSecret') {
    if (value === undefined) return readSecret(context);
    throw new UsageError(
      'every user of this machine can read command lines: give appSecret on stdin',
      'Run `procurement-intents config set appSecret` and type it, or pipe it in.',
    );
  }
  if (value === undefined)
    throw new UsageError(`${name} needs a value`, `Run \`procurement-intents config set ${name} …\`.`);
  openClientFor({ [name]: value }, context.env);
  return value;
}

async function readSecret({ terminal }: CliContext): Promise<string> {
  const text = terminal.isInteractive
    ? await terminal.askHidden('Secret of the App: ')
    : (await readAll(terminal.input)).toString('utf8');
  const secret = text.replace(/\r?\n$/, '');
  if (secret === '')
    throw new UsageError('appSecret: nothing came from stdin', 'Pipe it in, or type it at a terminal.');
  const oddity = describeUnusualSecret(secret);
  if (oddity) throw new UsageError(`the secret ${oddity}`, 'Give it without.');
  return secret;
}
