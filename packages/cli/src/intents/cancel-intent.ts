import type { Command } from 'commander';
import { connect, optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { confirm } from '../confirm.ts';
import { parseIntentId } from '../parse-arguments.ts';
import { ifVersionOption, type ChangeCommandOptions } from './change-options.ts';
import { showFields } from './show-intent.ts';

export function addCancelCommand(intents: Command, context: CliContext): void {
  intents
    .command('cancel')
    .summary('cancel a purchase')
    .description(
      'Cancels a purchase for good. Once it is being processed, the platform may ask a fee or refuse.',
    )
    .argument('<id>', 'id of the intent', parseIntentId)
    .option('-y, --yes', 'do not ask; needed where nobody can answer')
    .addOption(ifVersionOption())
    .action(async (id: string, _: unknown, command: Command) => {
      const { terminal } = context;
      const options = optionsOf<ChangeCommandOptions & { yes?: boolean }>(command);
      const service = await connect(context, options);
      if (!options.yes && !(await confirm(terminal, `Cancel ${id}?`))) {
        return terminal.note('Nothing was cancelled.');
      }
      const cancelled = await service.cancel(id, options);
      return options.json ? printJson(terminal, cancelled) : showFields(terminal, cancelled);
    });
}
