import type { Command } from 'commander';
import { connect, optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { WEBHOOKS } from '../generated/tables.ts';
import { ifVersionOption, type ChangeCommandOptions } from '../intents/change-options.ts';
import { showFields } from '../intents/show-intent.ts';
import { parseIntegerOf } from '../parse-arguments.ts';
import { parseWebhookId } from './webhook-fields.ts';

interface RotateOptions extends ChangeCommandOptions {
  graceSeconds?: number;
}

export function addRotateSecret(webhooks: Command, context: CliContext): void {
  webhooks
    .command('rotate-secret')
    .summary('give an endpoint a new secret')
    .description(
      'Gives an endpoint a new secret, which is shown this once. Until the old one ends, both sign each request.',
    )
    .argument('<id>', 'id of the endpoint', parseWebhookId)
    .option(
      '--grace-seconds <n>',
      `how long the old secret still signs, 0 to ${WEBHOOKS.graceSeconds}; a day by default`,
      parseIntegerOf(0, WEBHOOKS.graceSeconds),
    )
    .addOption(ifVersionOption('endpoint'))
    .action(async (id: string, _: unknown, command: Command) => {
      const { terminal } = context;
      const options = optionsOf<RotateOptions>(command);
      const { graceSeconds, ifVersion } = options;
      const { webhooks: service } = await connect(context, options);
      const rotated = await service.rotateSecret(id, { graceSeconds }, { ifVersion });
      await (options.json ? printJson(terminal, rotated) : showFields(terminal, rotated));
    });
}
