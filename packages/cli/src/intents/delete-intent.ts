import type { Command } from 'commander';
import { connect, optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { confirm } from '../confirm.ts';
import { parseIntentId } from '../parse-arguments.ts';
import { ifVersionOption, type ChangeCommandOptions } from './change-options.ts';

export function addDeleteCommand(intents: Command, context: CliContext): void {
  intents
    .command('delete')
    .summary('delete the record of a purchase')
    .description('Deletes a draft, or the record of a purchase that FAILED or was CANCELLED, for good.')
    .argument('<id>', 'id of the intent', parseIntentId)
    .option('-y, --yes', 'do not ask; needed where nobody can answer')
    .addOption(ifVersionOption())
    .action(async (id: string, _: unknown, command: Command) => {
      const { terminal } = context;
      const options = optionsOf<ChangeCommandOptions & { yes?: boolean }>(command);
      const service = await connect(context, options);
      if (!options.yes && !(await confirm(terminal, `Delete ${id}?`))) {
        return terminal.note('Nothing was deleted.');
      }
      await service.delete(id, options);
      return options.json ? printJson(terminal, { id, isDeleted: true }) : terminal.note(`${id} is deleted.`);
    });
}
