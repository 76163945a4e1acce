import type { ListDeliveriesQuery, WebhookAttempt, WebhookDelivery } from '@procurement-intents/sdk';
import { Option, type Command } from 'commander';
import { connect, optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { FEED_TYPES, LIMITS, WEBHOOK_VALUES } from '../generated/tables.ts';
import { showFields } from '../intents/show-intent.ts';
import { parseIntentId, parsePageSize, parseTime } from '../parse-arguments.ts';
import { showPage } from '../show-rows.ts';
import { parseDeliveryId, parseWebhookId } from './webhook-fields.ts';

// A record, so that a new parameter of the service must be decided here.
const PARAMETERS: Record<keyof ListDeliveriesQuery, true> = {
  state: true,
  type: true,
  intentId: true,
  since: true,
  until: true,
  limit: true,
  cursor: true,
};
const HEADER = ['ID', 'STATE', 'EVENT', 'SUBJECT', 'ATTEMPTS', 'STATUS', 'QUEUED', 'NEXT ATTEMPT'];
const { pageSizeDefault, pageSizeMax } = LIMITS;

export function addDeliveriesCommand(webhooks: Command, context: CliContext): void {
  webhooks
    .command('deliveries')
    .summary('list what was sent to an endpoint')
    .description(
      'Lists the deliveries of an endpoint, newest first, or shows one with its attempts. In a pipe: tabs between values, no header.',
    )
    .argument('<id>', 'id of the endpoint', parseWebhookId)
    .argument('[deliveryId]', 'id of one delivery', parseDeliveryId)
    .addOption(new Option('--state <state>', 'only in this state').choices(WEBHOOK_VALUES.deliveryState))
    .addOption(new Option('--type <type>', 'only of events of this type').choices(FEED_TYPES))
    .option('--intent-id <id>', 'only of events of this intent', parseIntentId)
    .option('--since <time>', 'only queued at this time or later; UTC without an offset', parseTime)
    .option(
      '--until <time>',
      'only queued at this time or before; a day counts to its end; UTC without an offset',
      parseTime,
    )
    .option('-L, --limit <n>', `how many at most, 1 to ${pageSizeMax}`, parsePageSize, pageSizeDefault)
    .option('--cursor <cursor>', 'go on where an earlier list ended, with the same filters')
    .action(async (id: string, deliveryId: string | undefined, _: unknown, command: Command) => {
      await (deliveryId === undefined
        ? listDeliveries(context, id, command)
        : showDelivery(context, [id, deliveryId], command));
    });
}

async function listDeliveries(context: CliContext, id: string, command: Command): Promise<void> {
  const options = optionsOf<ListDeliveriesQuery>(command);
  const names = Object.keys(PARAMETERS) as (keyof ListDeliveriesQuery)[];
  const query = Object.fromEntries(names.map((name) => [name, options[name]])) as ListDeliveriesQuery;
  const { webhooks } = await connect(context, options);
  const page = await webhooks.deliveries(id, query);
  await showPage(context, options, page, {
    header: HEADER,
    cellsOf: toRow,
    none: 'There is no such delivery.',
  });
}

const toRow = (delivery: WebhookDelivery): string[] => {
  const { id, state, type, intentId = '', attempts, lastStatus, createdAt, nextAttemptAt } = delivery;
  const [status, next] = [String(lastStatus ?? ''), nextAttemptAt ?? ''];
  return [id, state, type, intentId, String(attempts), status, createdAt, next];
};

async function showDelivery(
  context: CliContext,
  [id, deliveryId]: readonly [string, string],
  command: Command,
): Promise<void> {
  const options = optionsOf<object>(command);
  const { webhooks } = await connect(context, options);
  const delivery = await webhooks.delivery(id, deliveryId);
  if (options.json) return printJson(context.terminal, delivery);
  const { log, ...fields } = delivery;
  const attempts = log.map((attempt, index) => [`attempt ${index + 1}`, describeAttempt(attempt)] as const);
  return showFields(context.terminal, { ...fields, ...Object.fromEntries(attempts) });
}

function describeAttempt({ at, trigger, durationMs, status, error, response }: WebhookAttempt): string {
  const duration = durationMs === undefined ? 'under way' : `${durationMs} ms`;
  const answer = status === undefined ? undefined : `HTTP ${status}`;
  return [at, trigger, duration, answer, error, response].filter((part) => part !== undefined).join(' ');
}
