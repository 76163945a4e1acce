import { LIMITS, type ListIntentsInput } from '@procurement-intents/contract';
import { ValidationError } from '../edge/api-error.ts';
import type { IntentsContext } from './intents-context.ts';
import { presentListItem } from './present.ts';
import type { ListFilter, ListOrder } from './repository.ts';

const SORT_COLUMNS = { createdAt: 'createdAt', updatedAt: 'updatedAt', price: 'priceFen' } as const;

/** One page of the App's own intents, with the exact number of all that match. */
export async function listIntents(
  context: Pick<IntentsContext, 'intents'>,
  appId: string,
  query: ListIntentsInput,
) {
  const page = Number(query.page ?? 1);
  const pageSize = Math.min(Number(query.pageSize ?? LIMITS.pageSizeDefault), LIMITS.pageSizeMax);
  const order: ListOrder = {
    by: SORT_COLUMNS[query.sortBy ?? 'createdAt'],
    direction: query.order ?? 'desc',
  };
  const { total, rows } = await context.intents.list(filterOf(appId, query), order, {
    skip: (page - 1) * pageSize,
    take: pageSize,
  });
  return { items: rows.map(presentListItem), total, page, pageSize, totalPages: Math.ceil(total / pageSize) };
}

function filterOf(appId: string, query: ListIntentsInput): ListFilter {
  const createdFrom = query.startDate === undefined ? undefined : startOf(query.startDate);
  const createdTo = query.endDate === undefined ? undefined : endOf(query.endDate);
  if (createdFrom && createdTo && createdFrom > createdTo) {
    throw new ValidationError([{ field: 'startDate', issue: { rule: 'range' } }]);
  }
  return {
    appId,
    status: query.status,
    userId: query.userId,
    platform: query.platform,
    createdFrom,
    createdTo,
  };
}

const DAY_MS = 86_400_000;
const isDay = (text: string): boolean => text.length === 10;

function startOf(text: string): Date {
  return new Date(isDay(text) ? `${text}T00:00:00.000Z` : withZone(text));
}

function endOf(text: string): Date {
  return isDay(text) ? new Date(startOf(text).getTime() + DAY_MS - 1) : new Date(withZone(text));
}

/** A time without a zone is UTC, whatever the zone of this machine. */
function withZone(text: string): string {
  return /(Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`;
}
