import type { CreateWebhookBody, UpdateWebhookBody } from '@procurement-intents/sdk';
import type { Command } from 'commander';
import { connect, optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { addFieldOptions, givenFields } from '../field-options.ts';
import { ifVersionOption, type ChangeCommandOptions } from '../intents/change-options.ts';
import { showFields } from '../intents/show-intent.ts';
import { UsageError } from '../usage-error.ts';
import { CHANGEABLE_NAMES, parseWebhookId, WEBHOOK_FIELD_NAMES, WEBHOOK_FIELDS } from './webhook-fields.ts';

export function addCreateWebhook(webhooks: Command, context: CliContext): void {
  const command = webhooks
    .command('create')
    .summary('register an endpoint')
    .description('Registers an address that events are sent to. Its secret is shown this once.');
  addFieldOptions(command, WEBHOOK_FIELDS, WEBHOOK_FIELD_NAMES, ['url']).action(
    async (_: unknown, each: Command) => {
      const options = optionsOf<CreateWebhookBody>(each);
      const body = { url: options.url, ...givenFields(options, WEBHOOK_FIELD_NAMES) };
      const { webhooks: service } = await connect(context, options);
      const created = await service.create(body);
      await (options.json ? printJson(context.terminal, created) : showFields(context.terminal, created));
    },
  );
}

export function addUpdateWebhook(webhooks: Command, context: CliContext): void {
  const command = webhooks
    .command('update')
    .summary('change an endpoint, disable or enable it')
    .description(
      'Changes an endpoint. A field that is not named keeps its value. Enabled again, it gets nothing that it missed: replay it.',
    )
    .argument('<id>', 'id of the endpoint', parseWebhookId);
  addFieldOptions(command, WEBHOOK_FIELDS, CHANGEABLE_NAMES)
    .addOption(ifVersionOption('endpoint'))
    .action(async (id: string, _: unknown, each: Command) => {
      const options = optionsOf<UpdateWebhookBody & ChangeCommandOptions>(each);
      const patch = givenFields(options, CHANGEABLE_NAMES);
      if (Object.keys(patch).length === 0)
        throw new UsageError('nothing to change was named', 'Add an option such as --status DISABLED.');
      const { webhooks: service } = await connect(context, options);
      const { ifVersion } = options;
      const changed = await service.update(id, patch, { ifVersion });
      await (options.json ? printJson(context.terminal, changed) : showFields(context.terminal, changed));
    });
}
