import type { FeedEventType } from '@procurement-intents/sdk';
import { Option, type Command } from 'commander';
import { connect, optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { EXIT } from '../exit-codes.ts';
import { FEED_TYPES } from '../generated/tables.ts';
import { showFields } from '../intents/show-intent.ts';
import { parseWebhookId } from './webhook-fields.ts';

export function addTestWebhook(webhooks: Command, context: CliContext): void {
  webhooks
    .command('test')
    .summary('send a sample event')
    .description(
      'Sends a sample event to an endpoint now, and shows what it answered. Exits with 1 unless it took it.',
    )
    .argument('<id>', 'id of the endpoint', parseWebhookId)
    .addOption(new Option('--type <type>', 'type of the sample; else webhook.test').choices(FEED_TYPES))
    .action(async (id: string, _: unknown, command: Command) => {
      const { terminal, setExitCode } = context;
      const options = optionsOf<{ type?: FeedEventType }>(command);
      const { webhooks: service } = await connect(context, options);
      const tested = await service.test(id, { type: options.type });
      if (tested.error !== undefined) setExitCode(EXIT.refused);
      await (options.json ? printJson(terminal, tested) : showFields(terminal, tested));
    });
}
