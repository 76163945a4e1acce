import type { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { addCreateWebhook, addUpdateWebhook } from './change-webhook.ts';
import { addDeleteWebhook } from './delete-webhook.ts';
import { addDeliveriesCommand } from './list-deliveries.ts';
import { addListWebhooks } from './list-webhooks.ts';
import { addReplayCommand } from './replay-events.ts';
import { addRetryCommand } from './retry-delivery.ts';
import { addRotateSecret } from './rotate-secret.ts';
import { addTestWebhook } from './test-webhook.ts';

export function addWebhookCommands(program: Command, context: CliContext): void {
  const webhooks = program
    .command('webhooks')
    .summary('register endpoints for events, and see what they got')
    .description('Registers endpoints that events are sent to, and shows and repeats what they got.');
  addCreateWebhook(webhooks, context);
  addListWebhooks(webhooks, context);
  addUpdateWebhook(webhooks, context);
  addDeleteWebhook(webhooks, context);
  addRotateSecret(webhooks, context);
  addTestWebhook(webhooks, context);
  addDeliveriesCommand(webhooks, context);
  addRetryCommand(webhooks, context);
  addReplayCommand(webhooks, context);
}
