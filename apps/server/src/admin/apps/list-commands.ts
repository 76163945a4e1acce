import { Command } from 'commander';
import { JSON_OPTION, printResult, withOperator } from '../run-admin-cli.ts';
import { withApps } from './with-apps.ts';

/** Lists the Apps. */
export const listCommand = (): Command =>
  new Command('list')
    .description('lists the Apps')
    .option(...JSON_OPTION)
    .action(async (options: { json?: true }) => {
      const apps = await withApps(({ store }) => store.list());
      const rows = apps.map(({ id, name, permissions, ipAllowList, disabledAt, createdAt }) => ({
        appId: id,
        name,
        permissions,
        ipAllowList,
        isDisabled: disabledAt !== null,
        createdAt: createdAt.toISOString(),
      }));
      const lines = rows.map(
        (row) =>
          `${row.appId}  ${row.isDisabled ? 'disabled' : 'enabled '}  ${row.permissions.join(',')}  ${row.ipAllowList.join(',') || 'any address'}  ${row.name}`,
      );
      printResult(options.json === true, rows, lines.join('\n') || 'There is no App yet.');
    });

/** Lists the webhook endpoints of an App. */
export const webhooksCommand = (): Command =>
  new Command('webhooks')
    .description('lists the webhook endpoints of an App: their state, since when they fail, and what waits')
    .argument('<app-id>')
    .option(...JSON_OPTION)
    .action(async (appId: string, options: { json?: true }) => {
      const endpoints = await withOperator((operator) => operator.listWebhooks(appId), {
        subject: `App ${appId}`,
      });
      const lines = endpoints.map((each) =>
        [
          each.webhookId,
          each.disabledAt === null ? 'enabled' : `disabled since ${each.disabledAt} (${each.disabledReason})`,
          each.failingSince === null ? 'not failing' : `failing since ${each.failingSince}`,
          each.oldestWaiting === null
            ? 'nothing waits'
            : `${each.waiting} wait, the oldest since ${each.oldestWaiting}`,
          each.url,
        ].join('  '),
      );
      const text = lines.join('\n') || `${appId} has no webhook endpoint.`;
      printResult(options.json === true, endpoints, text);
    });
