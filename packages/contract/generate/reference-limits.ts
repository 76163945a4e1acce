import { contract } from '../src/contract.ts';
import { ERRORS, type ErrorName } from '../src/errors.ts';
import {
  AMOUNTS,
  AUTH_FAILURES_PER_SECOND,
  DEFENCES,
  LIMITS,
  RATE_LIMITS,
  TEXT_LENGTHS,
} from '../src/limits.ts';
import { SEARCHED_FIELDS } from '../src/intents/list-query.ts';
import type { RateBucket } from '../src/limits.ts';
import { signedPartOf } from '../src/metadata.ts';
import { code, grouped, page, table } from './markdown.ts';
import { webhookLimits } from './reference-webhook-limits.ts';

const seconds = (ms: number): string => `${ms / 1000} s`;
const refusal = (name: ErrorName): string => `${ERRORS[name].code} ${name}`;

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

type Row = [what: string, value: string, beyond: string];

// Records, so that a new limit without a row does not compile.
const LIMIT_ROWS: Record<keyof typeof LIMITS, Row> = {
  bodyBytes: ['Request body', `${LIMITS.bodyBytes / 1024 ** 2} MB`, refusal('BODY_TOO_LARGE')],
  bodyValues: ['Values in a body of JSON', grouped(LIMITS.bodyValues), refusal('VALIDATION_FAILED')],
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
  eventsShown: ['Events of one timeline', grouped(LIMITS.eventsShown), 'the newest are shown'],
  feedPageDefault: ['Events a page of the feed, unless asked otherwise', String(LIMITS.feedPageDefault), '-'],
  feedPageMax: ['Events a page of the feed, at most', String(LIMITS.feedPageMax), 'lowered to it'],
  feedTypes: ['Types that a call of the feed names', String(LIMITS.feedTypes), refusal('VALIDATION_FAILED')],
  feedWaitSeconds: [
    'Time that a call of the feed waits for an event',
    `${LIMITS.feedWaitSeconds} s`,
    refusal('VALIDATION_FAILED'),
  ],
  filterValues: ['Values of one `in` filter', String(LIMITS.filterValues), refusal('VALIDATION_FAILED')],
};

const DEFENCE_ROWS: Record<keyof typeof DEFENCES, Row> = {
  bodyChunks: [
    'Chunks or reads in which a body arrives',
    grouped(DEFENCES.bodyChunks),
    refusal('BODY_TOO_LARGE'),
  ],
  bodyBytesPerAddress: [
    'Bodies over 16 KB that one address sends at the same time',
    `${DEFENCES.bodyBytesPerAddress / 1024 ** 2} MB together`,
    refusal('RATE_LIMITED'),
  ],
  connectionsPerAddress: [
    'Connections of one address to one process',
    String(DEFENCES.connectionsPerAddress),
    'closed at once',
  ],
  pipelinedRequests: [
    'Requests of one connection that wait for their answers',
    String(DEFENCES.pipelinedRequests),
    'the connection is closed',
  ],
  pipelinedFlood: [
    'The same, when they arrive at once',
    String(DEFENCES.pipelinedFlood),
    'a flood of its sender at once (see below)',
  ],
  floodsPerSecond: [
    `Connections of one sender that have more than ${DEFENCES.pipelinedRequests} such requests, and, counted apart, those on which it sends a chunked body with a \`GET\`, \`HEAD\` or \`OPTIONS\``,
    `${DEFENCES.floodsPerSecond} a second`,
    'a flood',
  ],
  keyUpdatesPerSecond: [
    'Changes of TLS keys by one sender, with TLS in the process',
    `${DEFENCES.keyUpdatesPerSecond} a second`,
    'a flood',
  ],
  floodBlockMs: [
    'Time in which an address gets no new connection after a flood whose sender is no App',
    seconds(DEFENCES.floodBlockMs),
    'connections are accepted again',
  ],
  chunksPerSecond: [
    'Chunks of the bodies of one sender',
    `${grouped(DEFENCES.chunksPerSecond)} a second`,
    'a flood',
  ],
  unadmittedPerSecond: [
    'Requests of one address to one process that no rate limit admits: pages, health checks, unknown paths, failed authentications, calls over a rate limit. Those that name a known App count for it',
    `${DEFENCES.unadmittedPerSecond} a second`,
    'each waits for a second, except on connections of which an App is within its rate limits',
  ],
  busyAppsPerAddress: [
    'The same of all known Apps at one address together',
    `${DEFENCES.busyAppsPerAddress} times as many`,
    'as above',
  ],
  unreadBytes: [
    'Answers of one process that an App has asked for and does not read, on all its connections',
    `${DEFENCES.unreadBytes / 1_000_000} MB`,
    `reads: ${refusal('RATE_LIMITED')}, until it has read them or closed the connections`,
  ],
  feedWaits: [
    'Calls of one App to one process that wait for events',
    String(DEFENCES.feedWaits),
    refusal('RATE_LIMITED'),
  ],
  listsAtOnce: [
    'Lists of one App that a process reads at once',
    String(DEFENCES.listsAtOnce),
    'the others wait',
  ],
  listsWaiting: [
    'Lists of one App that wait for this in a process',
    String(DEFENCES.listsWaiting),
    refusal('RATE_LIMITED'),
  ],
  callsAtOnce: [
    'Calls under `/v1` of one person, by whatever credentials, that a process works on',
    String(DEFENCES.callsAtOnce),
    'the others wait',
  ],
  callsWaiting: ['Calls of one person that wait for this', String(DEFENCES.callsWaiting), '`rate_limited`'],
};

const FLOODS =
  'A sender of floods is an App at one address, on connections of one process whose last call its rate limits have admitted; ' +
  'or all others of the address together. A flood of an App closes its connections at this address, and no others; ' +
  `its second one of ${DEFENCES.pipelinedFlood} requests within ${seconds(DEFENCES.floodBlockMs)} counts as one of the others. A flood ` +
  'of the others closes the connections of the address that no App uses within its rate limits, those of the App that was ' +
  'admitted last on the connection it came by, and new ones for ' +
  `${seconds(DEFENCES.floodBlockMs)}. An address of \`TRUSTED_PROXIES\` sends no floods.`;

/** The page of rates, sizes, lengths and amounts. */
export function limitsPage(): string {
  const { priceMin, priceMax, quantityMax, totalMax } = AMOUNTS;
  return page(
    'Limits',
    '## Rates',
    `Calls a second for each App, counted in whole seconds of Unix time. Beyond a limit: HTTP ${ERRORS.RATE_LIMITED.status}, ${refusal('RATE_LIMITED')}; the call is not executed. The health check has no limit.`,
    table(['Limit', 'Calls a second', 'Operations'], rateRows()),
    'Answers carry `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset` (Unix seconds) for whichever limit is the tightest; a refusal adds `Retry-After` in seconds.',
    `An address whose calls fail authentication more than ${AUTH_FAILURES_PER_SECOND} times a second gets the same refusal. An IPv6 address counts by its /64, here and below.`,
    '## Sizes and times',
    table(['What', 'Limit', 'Beyond it'], Object.values(LIMIT_ROWS)),
    '## What one caller can hold',
    'So that no caller stops the service for others. A client that sends what it needs and reads its answers stays far below.',
    table(['What', 'Limit', 'Beyond it'], Object.values(DEFENCE_ROWS)),
    FLOODS,
    ...webhookLimits(),
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
