import { DEFAULT_PERMISSIONS, LIMITS } from '@procurement-intents/contract';
import { Command, InvalidArgumentError, Option } from 'commander';
import { OPERATOR } from '../../audit/record-change.ts';
import { setAppDisabled, updateApp } from '../../client-apps/manage-apps.ts';
import { JSON_OPTION, printResult } from '../run-admin-cli.ts';
import { UsageError } from '../translate-refusal.ts';
import { type PermissionOptions, permissionsOf, permissionsOption } from './permission-options.ts';
import { withApps } from './with-apps.ts';

interface UpdateOptions extends PermissionOptions {
  ip?: string[];
  anyIp?: true;
  archiveAfterDays?: number | null;
  enable?: true;
  json?: true;
}

function archiveDays(text: string): number | null {
  if (text === 'never') return null;
  const days = /^[0-9]{1,4}$/.test(text) ? Number(text) : 0;
  if (days >= 1 && days <= LIMITS.archiveAfterDays) return days;
  throw new InvalidArgumentError(`must be 1 to ${LIMITS.archiveAfterDays}, or never`);
}

/** Changes an App, or enables it. */
export const updateCommand = (): Command =>
  new Command('update')
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
      }, appId);
      printResult(
        options.json === true,
        { appId, ...changes, ...(options.enable && { isDisabled: false }) },
        `${appId} is changed; every process follows within 5 s.`,
      );
    });

/** Refuses calls of an App. */
export const disableCommand = (): Command =>
  new Command('disable')
    .description("refuses an App's calls from now on")
    .argument('<app-id>')
    .option(...JSON_OPTION)
    .action(async (appId: string, options: { json?: true }) => {
      await withApps((deps) => setAppDisabled(deps, { id: appId, actor: OPERATOR, isDisabled: true }), appId);
      printResult(
        options.json === true,
        { appId, isDisabled: true },
        `${appId} is disabled; every process refuses it within 5 s.`,
      );
    });
