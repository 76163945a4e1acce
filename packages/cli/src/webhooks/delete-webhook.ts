import type { Command } from 'commander';
import { connect, optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { confirm } from '../confirm.ts';
import { ifVersionOption, type ChangeCommandOptions } from '../intents/change-options.ts';
import { parseWebhookId } from './webhook-fields.ts';

export function addDeleteWebhook(webhooks: Command, context: CliContext): void {
  webhooks
    .command('delete')
    .summary('delete an endpoint')
    .description('Deletes an endpoint and its log for good. Nothing more is sent to it.')
    .argument('<id>', 'id of the endpoint', parseWebhookId)
    .option('-y, --yes', 'do not ask; needed where nobody can answer')
    .addOption(ifVersionOption('endpoint'))
    .action(async (id: string, _: unknown, command: Command) => {
      const { terminal } = context;
      const options = optionsOf<ChangeCommandOptions & { yes?: boolean }>(command);
      const { webhooks: service } = await connect(context, options);
      if (!options.yes && !(await confirm(terminal, `Delete ${id}?`)))
        return terminal.note('Nothing was deleted.');
      const { ifVersion } = options;
      await service.delete(id, { ifVersion });
      return options.json ? printJson(terminal, { id, isDeleted: true }) : terminal.note(`${id} is deleted.`);
    });
}
