import type { ListIntentsQuery } from '@procurement-intents/sdk';
import { Option, type Command } from 'commander';
import { LIMITS, PLATFORMS } from '../generated/tables.ts';
import { parseListOf, parseTime } from '../parse-arguments.ts';
import { ORDER_FIELDS } from './order-fields.ts';
import { type LabelFilters, parseLabelFilter } from './parse-labels.ts';
import { STATUSES } from './show-intent.ts';

/** The filters that `list` and `export` share. */
export interface FilterOptions {
  status?: string;
  platform?: string;
  userId?: string;
  label?: LabelFilters;
  since?: string;
  before?: string;
  archived?: 'false' | 'true' | 'any';
}

/** The option behind each parameter of a list. */
export const LIST_PARAMETERS: Partial<Record<keyof ListIntentsQuery, string>> = {
  'filter[status][in]': '--status',
  platform: '--platform',
  userId: '--user-id',
  startDate: '--since',
  endDate: '--before',
  archived: '--archived',
  pageSize: '--limit',
  cursor: '--cursor',
  sortBy: '--sort',
  order: '--order',
  fields: '--fields',
};

export function addFilterOptions(command: Command): Command {
  const { parse: parseUserId } = ORDER_FIELDS.userId;
  return command
    .option('--status <status>', 'only with this status; several separated by commas', parseListOf(STATUSES))
    .addOption(new Option('--platform <name>', 'only on this platform').choices(PLATFORMS))
    .option('--user-id <id>', 'only of this user', parseUserId)
    .option(
      '--label <key=value>',
      `only with this label, or one of several values separated by commas; up to ${LIMITS.labelFilters} times`,
      parseLabelFilter,
    )
    .option(
      '--since <time>',
      'only created at this time or later, such as 2026-11-01 or 2026-11-01T00:00+08:00; UTC without an offset',
      parseTime,
    )
    .option(
      '--before <time>',
      'only created at this time or earlier; a day counts to its end; UTC without an offset',
      parseTime,
    )
    .addOption(
      new Option('--archived <which>', 'without archived ones, of those alone, or of all').choices([
        'false',
        'true',
        'any',
      ]),
    );
}

export function toQuery({
  status,
  platform,
  userId,
  label,
  since,
  before,
  archived,
}: FilterOptions): ListIntentsQuery {
  return {
    'filter[status][in]': status,
    platform: platform as ListIntentsQuery['platform'],
    userId,
    startDate: since,
    endDate: before,
    ...label,
    archived,
  };
}
