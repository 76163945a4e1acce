import {
  DEFAULT_PERMISSIONS,
  type Permission,
  PERMISSIONS,
  DAY_SECONDS,
  LIMITS,
} from '@procurement-intents/contract';
import { Command, InvalidArgumentError, Option } from 'commander';
import { PROCUREMENT_APP_ID } from '@procurement-intents/contract/procurement';
import { redactRequester } from '../purchase-requests/redact-requests.ts';
import { OPERATOR } from '../audit/record-change.ts';
import { redactPerson } from '../intents/redact-person.ts';
import { resealRecipients } from '../personal-data/reseal-recipients.ts';
import type { Operator } from '../operator.ts';
import type { IssuedWebhook } from '../webhooks/issue-webhook.ts';
import { JSON_OPTION, printResult, runAdminCli, UsageError, withOperator } from './run-admin-cli.ts';
import {
  AppRefused,
  type AppsDeps,
  createApp,
  loadApp,
  type IssuedSecret,
  rekeySecrets,
  rotateSecret,
  setAppDisabled,
  updateApp,
} from '../client-apps/manage-apps.ts';

// Long enough to deploy the new secret to every caller.
const DEFAULT_GRACE_SECONDS = DAY_SECONDS;

const withApps = <T>(work: (deps: AppsDeps, operator: Operator) => Promise<T>): Promise<T> =>
  withOperator(async (operator) => work(await operator.openApps(), operator));

function printSecret(
  isJson: boolean,
  { app, secret }: IssuedSecret,
  webhook: IssuedWebhook | null = null,
): void {
  const { id, name, permissions, ipAllowList } = app;
  const ofWebhook = webhook ? `Webhook id      ${webhook.id}\nWebhook secret  ${webhook.secret}\n` : '';
  const text = `App id      ${id}\nApp secret  ${secret}\n${ofWebhook}What is secret is shown this once; it is kept encrypted only.`;
  const shown = { appId: id, appSecret: secret, name, permissions, ipAllowList };
  printResult(isJson, webhook ? { ...shown, webhook } : shown, text);
}

function seconds(text: string): number {
  if (!/^[0-9]{1,8}$/.test(text)) throw new InvalidArgumentError('must be whole seconds');
  return Number(text);
}

function archiveDays(text: string): number | null {
  if (text === 'never') return null;
  const days = /^[0-9]{1,4}$/.test(text) ? Number(text) : 0;
  if (days >= 1 && days <= LIMITS.archiveAfterDays) return days;
  throw new InvalidArgumentError(`must be 1 to ${LIMITS.archiveAfterDays}, or never`);
}

interface PermissionOptions {
  readOnly?: true;
  readWrite?: true;
  permissions?: Permission[];
}

interface CreateOptions extends PermissionOptions {
  name: string;
  ip?: string[];
  webhookUrl?: string;
  json?: true;
}

interface UpdateOptions extends PermissionOptions {
  ip?: string[];
  anyIp?: true;
  archiveAfterDays?: number | null;
  enable?: true;
  json?: true;
}

const permissionsOption = (): Option =>
  new Option('--permissions <name...>', 'grant these, and no others').choices(PERMISSIONS);

/** The permissions that the options name; undefined: none is named. */
function permissionsOf({
  readOnly,
  readWrite,
  permissions,
}: PermissionOptions): readonly Permission[] | undefined {
  if (readOnly) return ['intents:read'];
  return readWrite ? DEFAULT_PERMISSIONS : permissions;
}

const program = new Command('npm run apps --').description(
  'Manages the Apps that may call the signed interface.',
);

program
  .command('create')
  .description('registers an App and shows its secret once')
  .requiredOption('--name <name>', 'a unique name, 1 to 100 characters')
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
      return { issued, webhook: url === undefined ? null : await operator.createWebhook(issued.app.id, url) };
    });
    printSecret(options.json === true, made.issued, made.webhook);
  });

program
  .command('list')
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

program
  .command('webhooks')
  .description('lists the webhook endpoints of an App: their state, since when they fail, and what waits')
  .argument('<app-id>')
  .option(...JSON_OPTION)
  .action(async (appId: string, options: { json?: true }) => {
    const endpoints = await withOperator((operator) => operator.listWebhooks(appId));
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

program
  .command('rotate-secret')
  .description('gives an App a new secret; the old one stays valid for a while')
  .argument('<app-id>')
  .option('--grace-seconds <n>', 'how long the old secret still signs', seconds, DEFAULT_GRACE_SECONDS)
  .option(...JSON_OPTION)
  .action(async (appId: string, options: { graceSeconds: number; json?: true }) => {
    printSecret(
      options.json === true,
      await withApps((deps) => rotateSecret(deps, { id: appId, actor: OPERATOR }, options.graceSeconds)),
    );
  });

program
  .command('update')
  .description('changes from where an App may call and what it may do; takes effect within 5 s')
  .argument('<app-id>')
  .addOption(new Option('--ip <cidr...>', 'the whole new allow list').conflicts('anyIp'))
  .option('--any-ip', 'allow every address')
  .addOption(new Option('--read-only', 'grant intents:read alone').conflicts(['readWrite', 'permissions']))
  .addOption(
    new Option('--read-write', `grant ${DEFAULT_PERMISSIONS.join(' and ')}`).conflicts('permissions'),
  )
  .addOption(permissionsOption())
  .option(
    '--archive-after-days <n>',
    'archive intents so many days after their end; never: none by itself',
    archiveDays,
  )
  .option('--enable', 'let a disabled App call again')
  .option(...JSON_OPTION)
  .action(async (appId: string, options: UpdateOptions) => {
    const ipAllowList = options.anyIp ? [] : options.ip;
    const permissions = permissionsOf(options);
    const changes = {
      ...(ipAllowList && { ipAllowList }),
      ...(permissions && { permissions }),
      ...(options.archiveAfterDays !== undefined && { archiveAfterDays: options.archiveAfterDays }),
    };
    const target = { id: appId, actor: OPERATOR };
    if (Object.keys(changes).length === 0 && !options.enable)
      throw new UsageError('nothing to change: see --help');
    await withApps(async (deps) => {
      await updateApp(deps, target, changes);
      if (options.enable) await setAppDisabled(deps, { ...target, isDisabled: false });
    });
    printResult(
      options.json === true,
      { appId, ...changes, ...(options.enable && { isDisabled: false }) },
      `${appId} is changed; every process follows within 5 s.`,
    );
  });

program
  .command('rekey')
  .description('encrypts secrets and recipients with the current SECRETS_KEY and DATA_KEY')
  .option(...JSON_OPTION)
  .action(async (options: { json?: true }) => {
    const done = await withApps(async (deps, operator) => {
      const resealed = await rekeySecrets(deps, OPERATOR);
      const webhooks = await operator.rekeyWebhooks();
      const sealed = { resealed, webhooks, recipients: 0, left: 0 };
      const box = operator.openRecipientBox();
      for (const table of operator.recipients) {
        const { resealed: count, left } = await resealRecipients(table, box);
        sealed.recipients += count;
        sealed.left += left;
      }
      return sealed;
    });
    const left =
      done.left > 0 ? ` ${done.left} recipients changed at the same moment: run it once more.` : '';
    const text = `${done.resealed} secrets of Apps, ${done.webhooks} of webhook endpoints and ${done.recipients} recipients are sealed under the current keys.${left}`;
    printResult(options.json === true, done, text);
  });

program
  .command('redact')
  .description(
    "permanently overwrites the personal data of an App's user: recipients, addresses, phones, remarks",
  )
  .requiredOption(
    '--app <app-id>',
    `the App that created the intents; ${PROCUREMENT_APP_ID} for a person's purchase requests, too`,
  )
  .requiredOption('--user, --userId <user-id>', 'the `userId` of the intents')
  .option(...JSON_OPTION)
  .action(async (options: { app: string; userId: string; json?: true }) => {
    const { app: appId, userId } = options;
    const by = { actor: OPERATOR, at: new Date() };
    const done = await withOperator(async ({ apps, people, requesters }) => {
      if (appId === PROCUREMENT_APP_ID) await redactRequester(requesters, userId, by);
      else await loadApp({ store: apps }, appId);
      return redactPerson(people, { appId, userId }, by);
    });
    const rest =
      done.open > 0 ? ` ${done.open} have not ended: a worker redacts each within a minute of its end.` : '';
    printResult(options.json === true, done, `${done.redacted} intents of ${userId} are redacted.${rest}`);
  });

program
  .command('disable')
  .description("refuses an App's calls from now on")
  .argument('<app-id>')
  .option(...JSON_OPTION)
  .action(async (appId: string, options: { json?: true }) => {
    await withApps((deps) => setAppDisabled(deps, { id: appId, actor: OPERATOR, isDisabled: true }));
    printResult(
      options.json === true,
      { appId, isDisabled: true },
      `${appId} is disabled; every process refuses it within 5 s.`,
    );
  });

await runAdminCli(program, AppRefused);
