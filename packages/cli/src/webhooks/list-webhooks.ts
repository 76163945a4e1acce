import type { Webhook } from '@procurement-intents/sdk';
import type { Command } from 'commander';
import { connect, optionsOf, printJson, type CliContext } from '../cli-context.ts';
import { showRows } from '../show-rows.ts';

const HEADER = ['ID', 'STATUS', 'PROBLEM', 'URL', 'EVENTS'];

export function addListWebhooks(webhooks: Command, context: CliContext): void {
  webhooks
    .command('list')
    .summary('list the endpoints')
    .description('Lists all endpoints of the App, newest first. In a pipe: tabs between values, no header.')
    .action(async (_: unknown, command: Command) => {
      const options = optionsOf<object>(command);
      const { webhooks: service } = await connect(context, options);
      const list = await service.list();
      if (options.json) return printJson(context.terminal, list);
      return showRows(context, {
        header: HEADER,
        cells: list.items.map(toRow),
        none: 'There is no endpoint.',
      });
    });
}

const toRow = ({ id, status, url, eventTypes, ...rest }: Webhook): string[] => [
  id,
  status,
  problemOf(rest),
  url,
  eventTypes.join(','),
];

/** Why it is disabled, or since when requests fail. */
const problemOf = ({ disabledReason, failingSince }: Pick<Webhook, 'disabledReason' | 'failingSince'>) =>
  disabledReason ?? (failingSince === undefined ? '' : `failing since ${failingSince}`);
