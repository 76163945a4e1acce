import type { Command } from 'commander';
import { connect, optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { showFields } from '../intents/show-intent.ts';
import { parseDeliveryId, parseWebhookId } from './webhook-fields.ts';

export function addRetryCommand(webhooks: Command, context: CliContext): void {
  webhooks
    .command('retry')
    .summary('send a delivery again')
    .description('Sends a delivery once more now, also one that was taken.')
    .argument('<id>', 'id of the endpoint', parseWebhookId)
    .argument('<deliveryId>', 'id of the delivery', parseDeliveryId)
    .action(async (id: string, deliveryId: string, _: unknown, command: Command) => {
      const { terminal } = context;
      const options = optionsOf<object>(command);
      const { webhooks: service } = await connect(context, options);
      const delivery = await service.retry(id, deliveryId);
      await (options.json ? printJson(terminal, delivery) : showFields(terminal, delivery));
    });
}
