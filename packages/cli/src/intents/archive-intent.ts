import type { Command } from 'commander';
import { connect, optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { parseIntentId } from '../parse-arguments.ts';
import { ifVersionOption, type ChangeCommandOptions } from './change-options.ts';
import { showFields } from './show-intent.ts';

const COMMANDS = {
  archive: {
    summary: 'take an ended purchase off the list',
    text: 'Takes a purchase that has ended off the list.',
  },
  unarchive: { summary: 'put it on the list again', text: 'Puts an archived purchase on the list again.' },
} as const;

export function addArchiveCommands(intents: Command, context: CliContext): void {
  for (const name of ['archive', 'unarchive'] as const)
    intents
      .command(name)
      .summary(COMMANDS[name].summary)
      .description(COMMANDS[name].text)
      .argument('<id>', 'id of the intent', parseIntentId)
      .addOption(ifVersionOption())
      .action(async (id: string, _: unknown, command: Command) => {
        const options = optionsOf<ChangeCommandOptions>(command);
        const service = await connect(context, options);
        const intent = await service[name](id, options);
        await (options.json ? printJson(context.terminal, intent) : showFields(context.terminal, intent));
      });
}
