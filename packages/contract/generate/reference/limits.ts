import { contract } from '../../src/contract.ts';
import { ERRORS } from '../../src/errors.ts';
import { SEARCHED_FIELDS } from '../../src/intents/list-query.ts';
import {
  AMOUNTS,
  CALLER_RATES,
  LIMITS,
  RATE_LIMITS,
  RATE_WEIGHTS,
  type RateBucket,
  TEXT_LENGTHS,
} from '../../src/limits.ts';
import { signedPartOf } from '../../src/signed/metadata.ts';
import { kilobytes, type LimitRows, megabytes, refusal, seconds } from './limit-row.ts';
import { code, grouped, page, table } from '../markdown.ts';
import { COMPANY_LIMITS, companyLimits, otherRates } from './company-limits.ts';
import { HELD_LIMITS, heldLimits } from './held-limits.ts';
import { WEBHOOK_TABLES, webhookLimits } from './webhook-limits.ts';

function operationsIn(bucket: RateBucket): string {
  return Object.entries(contract)
    .filter(([, { metadata }]) => signedPartOf(metadata)?.rateLimit === bucket)
    .map(([id]) => code(id))
    .join(', ');
}

function rateRows(): string[][] {
  const { general, ...buckets } = RATE_LIMITS;
  return [
    ...Object.entries(buckets).map(([bucket, rate]) => [
      code(bucket),
      String(rate),
      operationsIn(bucket as RateBucket),
    ]),
    ['`general`', String(general), 'every signed call, beside its own limit'],
  ];
}

const LIMIT_ROWS: LimitRows<typeof LIMITS> = {
  bodyBytes: ['Request body', megabytes(LIMITS.bodyBytes), refusal('BODY_TOO_LARGE')],
  bodyValues: ['Values in a body of JSON', grouped(LIMITS.bodyValues), refusal('VALIDATION_FAILED')],
  formBytes: ['Form', kilobytes(LIMITS.formBytes), refusal('BODY_TOO_LARGE')],
  headerBytes: [
    'Request line and headers',
    kilobytes(LIMITS.headerBytes),
    `${refusal('URL_TOO_LONG')} or ${refusal('REQUEST_MALFORMED')}`,
  ],
  headersMs: ['Time for sending the headers', seconds(LIMITS.headersMs), refusal('UNAVAILABLE')],
  idleMs: [
    'Time without traffic on a connection, during a request',
    seconds(LIMITS.idleMs),
    'the connection is closed',
  ],
  keepAliveMs: ['The same, between two requests', seconds(LIMITS.keepAliveMs), 'the connection is closed'],
  reportedFields: [
    'Wrong fields that one answer names',
    String(LIMITS.reportedFields),
    'the others are left out',
  ],
  formFields: ['Fields of a form', String(LIMITS.formFields), refusal('VALIDATION_FAILED')],
  urlChars: ['Path and query', `${grouped(LIMITS.urlChars)} characters`, refusal('URL_TOO_LONG')],
  processingMs: ['Time for one call', seconds(LIMITS.processingMs), refusal('UNAVAILABLE')],
  timestampSkewMs: [
    "`X-Timestamp` against the service's clock",
    `${LIMITS.timestampSkewMs / 60_000} minutes either way`,
    refusal('TIMESTAMP_INVALID'),
  ],
  pageSizeDefault: ['Items a page, unless asked otherwise', String(LIMITS.pageSizeDefault), '-'],
  pageSizeMax: ['Items a page, at most', String(LIMITS.pageSizeMax), 'lowered to it'],
  cancelWaitMs: [
    "Wait for the platform's answer to a cancellation",
    seconds(LIMITS.cancelWaitMs),
    refusal('CANCEL_UNDECIDED'),
  ],
  idempotencyKeyChars: [
    '`Idempotency-Key`',
    `1 to ${LIMITS.idempotencyKeyChars} visible ASCII characters`,
    refusal('VALIDATION_FAILED'),
  ],
  requestIdChars: [
    '`X-Request-Id` of the caller',
    `1 to ${LIMITS.requestIdChars} letters, digits, \`.\`, \`_\`, \`:\`, \`-\``,
    'replaced by a new one',
  ],
  productUrlChars: [
    '`productUrl`',
    `${grouped(LIMITS.productUrlChars)} characters`,
    refusal('VALIDATION_FAILED'),
  ],
  listMs: [
    'Time for reading one list, or for counting it',
    seconds(LIMITS.listMs),
    refusal('LIST_TOO_COSTLY'),
  ],
  listSearchMs: [
    `Time for reading one list, or for counting it, filtered by ${SEARCHED_FIELDS.map(code).join(', ')}`,
    `${seconds(LIMITS.listSearchMs)}, pauses for others included`,
    refusal('LIST_TOO_COSTLY'),
  ],
  archiveAfterDays: [
    'Days from the end of an intent until its App has it archived',
    grouped(LIMITS.archiveAfterDays),
    refusal('VALIDATION_FAILED'),
  ],
  eventsShown: ['Events of one timeline', grouped(LIMITS.eventsShown), 'the newest are shown'],
  feedPageDefault: ['Events a page of the feed, unless asked otherwise', String(LIMITS.feedPageDefault), '-'],
  feedPageMax: ['Events a page of the feed, at most', String(LIMITS.feedPageMax), 'lowered to it'],
  feedLookedThrough: [
    'Events that are looked through for one page of the feed',
    grouped(LIMITS.feedLookedThrough),
    'the page ends there',
  ],
  feedTypes: ['Types that a call of the feed names', String(LIMITS.feedTypes), refusal('VALIDATION_FAILED')],
  feedWaitSeconds: [
    'Time that a call of the feed waits for an event',
    `${LIMITS.feedWaitSeconds} s`,
    refusal('VALIDATION_FAILED'),
  ],
  batchItems: ['Intents of one batch', `1 to ${LIMITS.batchItems}`, refusal('VALIDATION_FAILED')],
  batchPagesAtOnce: [
    'Product pages that one batch reads at once',
    String(LIMITS.batchPagesAtOnce),
    'the others wait',
  ],
  batchPagesMs: [
    'Time for all product pages of one batch',
    seconds(LIMITS.batchPagesMs),
    'their intents are accepted, and their pages checked before they are ordered',
  ],
  exportPage: ['Intents that an export reads at once', String(LIMITS.exportPage), '-'],
  exportIdleMs: [
    'Time in which the receiver of an export takes nothing',
    seconds(LIMITS.exportIdleMs),
    'the export is cut',
  ],
  exportMs: ['Time for one export', `${LIMITS.exportMs / 60_000} minutes`, 'the export is cut'],
  filterValues: ['Values of one `in` filter', String(LIMITS.filterValues), refusal('VALIDATION_FAILED')],
  labelsPerIntent: ['Labels of an intent', String(LIMITS.labelsPerIntent), refusal('VALIDATION_FAILED')],
  labelKeyChars: [
    'Key of a label',
    `${LIMITS.labelKeyChars} characters, the first a lower-case letter, the others lower-case letters, digits, \`_\`, \`.\`, \`-\``,
    refusal('VALIDATION_FAILED'),
  ],
  labelFilters: ['Filters by labels in one list', String(LIMITS.labelFilters), refusal('VALIDATION_FAILED')],
};

/** Every table of limits that the page lists; a row for each of their limits is demanded where the rows stand. */
export const LISTED_LIMITS: ReadonlySet<object> = new Set<object>([
  RATE_LIMITS,
  RATE_WEIGHTS,
  LIMITS,
  TEXT_LENGTHS,
  AMOUNTS,
  ...HELD_LIMITS,
  ...WEBHOOK_TABLES,
  ...COMPANY_LIMITS,
]);

/** The page of rates, sizes, lengths and amounts. */
export function limitsPage(): string {
  const { priceMin, priceMax, quantityMax, totalMax } = AMOUNTS;
  return page(
    'Limits',
    '## Rates',
    `Calls a second for each App, counted in whole seconds of Unix time. Beyond a limit: HTTP ${ERRORS.RATE_LIMITED.status}, ${refusal('RATE_LIMITED')}; the call is not executed. The health check has no limit.`,
    table(['Limit', 'Calls a second', 'Operations'], rateRows()),
    `\`createIntents\` counts once for each ${RATE_WEIGHTS.createIntents.entries} items, the last of which may be fewer. Without room for all of them nothing is executed, and the call counts once.`,
    'Answers carry `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset` (Unix seconds) for whichever limit is the tightest; a refusal adds `Retry-After` in seconds.',
    `An address whose calls fail authentication more than ${CALLER_RATES.authFailure} times a second gets the same refusal. An IPv6 address counts by its /64, here and below.`,
    ...otherRates(),
    '## Sizes and times',
    table(['What', 'Limit', 'Beyond it'], Object.values(LIMIT_ROWS)),
    ...heldLimits(),
    ...webhookLimits(),
    ...companyLimits(),
    '## Text',
    'Lengths count Unicode code points after white space at both ends is trimmed. Control characters, direction overrides and broken Unicode are refused.',
    table(
      ['Field', 'At least', 'At most'],
      Object.entries(TEXT_LENGTHS).map(([field, { min, max }]) => [code(field), String(min), String(max)]),
    ),
    '## Amounts',
    table(
      ['What', 'From', 'To'],
      [
        ['`price`, yuan, at most 2 decimals', grouped(priceMin), grouped(priceMax)],
        ['`quantity`, whole pieces', '1', grouped(quantityMax)],
        ['`totalAmount`, yuan', grouped(priceMin), grouped(totalMax)],
      ],
    ),
  );
}
