import { Command, Option } from 'commander';
import { OPERATOR } from '../../audit/record-change.ts';
import { createApp } from '../../client-apps/manage-apps.ts';
import { parseName } from '../parse-name.ts';
import { JSON_OPTION } from '../run-admin-cli.ts';
import { type PermissionOptions, permissionsOf, permissionsOption } from './permission-options.ts';
import { printSecret } from './secret-commands.ts';
import { withApps } from './with-apps.ts';

interface CreateOptions extends PermissionOptions {
  name: string;
  ip?: string[];
  webhookUrl?: string;
  json?: true;
}

/** Registers an App. */
export const createCommand = (): Command =>
  new Command('create')
    .description('registers an App and shows its secret once')
    .requiredOption('--name <name>', 'a unique name, 1 to 100 characters', parseName)
    .option('--ip <cidr...>', 'addresses or CIDR ranges that may call; every address when left out')
    .addOption(new Option('--read-only', 'grant intents:read alone').conflicts('permissions'))
    .addOption(permissionsOption())
    .option('--webhook-url <url>', 'registers a webhook endpoint for all events, and shows its secret once')
    .option(...JSON_OPTION)
    .action(async (options: CreateOptions) => {
      const { name, webhookUrl: url, ip = [] } = options;
      const permissions = permissionsOf(options);
      const input = { name, ipAllowList: ip, ...(permissions && { permissions }) };
      const made = await withApps(async (deps, operator) => {
        // Refused before the App is made.
        if (url !== undefined) operator.checkWebhookUrl(url);
        const issued = await createApp(deps, input, { actor: OPERATOR });
        return {
          issued,
          webhook: url === undefined ? null : await operator.createWebhook(issued.app.id, url),
        };
      });
      printSecret(options.json === true, made.issued, made.webhook);
    });
