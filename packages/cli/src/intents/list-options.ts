import type { ListIntentsQuery } from '@procurement-intents/sdk';
import type { Command } from 'commander';

/** The filters that `list` and `export` share; the service validates their values. */
export interface FilterOptions {
  status?: string;
  platform?: string;
  userId?: string;
  since?: string;
  before?: string;
}

export function addFilterOptions(command: Command): Command {
  return command
    .option('--status <status>', 'only with this status; several separated by commas')
    .option('--platform <name>', 'only on this platform')
    .option('--user-id <id>', 'only of this user')
    .option('--since <time>', 'only created at this time or later, such as 2026-11-01')
    .option('--before <time>', 'only created at this time or earlier; a day counts to its end');
}

export function toQuery({ status, platform, userId, since, before }: FilterOptions): ListIntentsQuery {
  return {
    'filter[status][in]': status,
    platform: platform as ListIntentsQuery['platform'],
    userId,
    startDate: since,
    endDate: before,
  };
}
