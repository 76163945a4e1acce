import type { Command } from 'commander';
import { optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { formatLines, formatTable } from '../format-table.ts';
import { defaultSettingsFile, SETTING_NAMES, type SettingName } from '../settings-file.ts';
import { loadSettings, type Settings } from '../settings.ts';

const HEADER = ['SETTING', 'VALUE', 'FROM'];

export function addConfigShowCommand(config: Command, context: CliContext): void {
  config
    .command('show')
    .summary('show the settings and where each comes from')
    .description('Shows the settings and where each comes from. Never shows the secret.')
    .action(async (_: unknown, command: Command) => {
      const { terminal, env } = context;
      const options = optionsOf<object>(command);
      const settings = await loadSettings(options, env, terminal.input);
      const file = options.config ?? defaultSettingsFile(env);
      if (options.json) return printJson(terminal, { file, settings: toJson(settings) });
      const rows = SETTING_NAMES.map((name) => toRow(name, settings));
      if (!terminal.isForPeople) return terminal.print(formatLines(rows));
      const paint = (cell: string, _column: number, row: number) =>
        row === 0 ? terminal.paint('bold', cell) : cell;
      return terminal.print(formatTable([HEADER, ...rows], terminal.columns, paint));
    });
}

function toRow(name: SettingName, { values, sources }: Settings): string[] {
  const value = values[name];
  const shown = value === undefined ? 'not set' : name === 'appSecret' ? 'set, not shown' : value;
  return [name, shown, sources[name] ?? ''];
}

function toJson({ values, sources }: Settings): object {
  const isSet = values.appSecret !== undefined;
  const shown = (name: 'baseUrl' | 'appId') => ({
    value: values[name] ?? null,
    source: sources[name] ?? null,
  });
  return {
    baseUrl: shown('baseUrl'),
    appId: shown('appId'),
    appSecret: { isSet, source: sources.appSecret ?? null },
  };
}
