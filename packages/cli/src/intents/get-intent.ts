import type { Command } from 'commander';
import { connect, optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { parseIntentId } from '../parse-arguments.ts';
import { showFields } from './show-intent.ts';

export function addGetCommand(intents: Command, context: CliContext): void {
  intents
    .command('get')
    .summary('show a purchase')
    .description('Shows a purchase as it stands now.')
    .argument('<id>', 'id of the intent', parseIntentId)
    .action(async (id: string, _: unknown, command: Command) => {
      const options = optionsOf<object>(command);
      const intent = await (await connect(context, options)).get(id);
      await (options.json ? printJson(context.terminal, intent) : showFields(context.terminal, intent));
    });
}
