import type { Command } from 'commander';
import { connect, optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { parseIntentId } from '../parse-arguments.ts';
import { ifVersionOption, type ChangeCommandOptions } from './change-options.ts';
import { showFields } from './show-intent.ts';

export function addSubmitCommand(intents: Command, context: CliContext): void {
  intents
    .command('submit')
    .summary('buy a draft')
    .description('Submits a draft, which the service then orders.')
    .argument('<id>', 'id of the intent', parseIntentId)
    .addOption(ifVersionOption())
    .action(async (id: string, _: unknown, command: Command) => {
      const options = optionsOf<ChangeCommandOptions>(command);
      const intent = await (await connect(context, options)).submit(id, options);
      await (options.json ? printJson(context.terminal, intent) : showFields(context.terminal, intent));
    });
}
