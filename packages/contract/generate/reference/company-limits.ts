import { DAY_SECONDS } from '../../src/durations.ts';
import { BEARER_LIMITS, BEARER_TEXT_LENGTHS, LOGIN_FAILURES_PER_MINUTE } from '../../src/bearer/limits.ts';
import { CONSOLE_SECONDS } from '../../src/console/limits.ts';
import { CALLER_RATES, MINUTE_RATES } from '../../src/limits.ts';
import { OAUTH_LIMITS } from '../../src/oauth/limits.ts';
import { PROCUREMENT_LIMITS, PROCUREMENT_TEXT_LENGTHS } from '../../src/procurement/limits.ts';
import { type LimitRows, refusal, seconds } from './limit-row.ts';
import { code, grouped, table } from '../markdown.ts';

const perSecond = (rate: number): string => `${rate} a second`;
const perMinute = (rate: number): string => `${rate} a minute`;
const REFUSED = '`rate_limited`';
const OAUTH_REFUSED = '`temporarily_unavailable` with 429';
const INVALID = '`validation_failed`';

const CALLER_ROWS: LimitRows<typeof CALLER_RATES> = {
  bearer: ['Calls under `/v1` by one credential', perSecond(CALLER_RATES.bearer), REFUSED],
  oauth: [
    'Calls under `/oauth` by one client; by a public one at one address',
    perSecond(CALLER_RATES.oauth),
    OAUTH_REFUSED,
  ],
  authFailure: [
    'Failed authentications of one address',
    perSecond(CALLER_RATES.authFailure),
    `${refusal('RATE_LIMITED')}, ${REFUSED}`,
  ],
};

const MINUTE_ROWS: LimitRows<typeof MINUTE_RATES> = {
  signatureChecks: [
    'Signatures that one credential has checked',
    perMinute(MINUTE_RATES.signatureChecks),
    REFUSED,
  ],
  deviceStarts: [
    'Device flows that one address begins for one public client',
    perMinute(MINUTE_RATES.deviceStarts),
    OAUTH_REFUSED,
  ],
};

const LOGIN_ROWS: LimitRows<typeof LOGIN_FAILURES_PER_MINUTE> = {
  pair: [
    'Failed log-ins to one account from one address',
    perMinute(LOGIN_FAILURES_PER_MINUTE.pair),
    REFUSED,
  ],
  account: ['Failed log-ins to one account', perMinute(LOGIN_FAILURES_PER_MINUTE.account), REFUSED],
  address: ['Failed log-ins from one address', perMinute(LOGIN_FAILURES_PER_MINUTE.address), REFUSED],
};

const chars = (count: number): string => `${grouped(count)} characters`;

const BEARER_ROWS: LimitRows<typeof BEARER_LIMITS> = {
  sessionsPerPerson: [
    'Session tokens of one person',
    String(BEARER_LIMITS.sessionsPerPerson),
    'the oldest ends',
  ],
  ipEntries: ['Entries of an IP allow list', String(BEARER_LIMITS.ipEntries), INVALID],
  ipChars: ['One entry of it', chars(BEARER_LIMITS.ipChars), INVALID],
  givenNameChars: ['Username to log in with', chars(BEARER_LIMITS.givenNameChars), INVALID],
  givenPasswordChars: ['Password to compare', chars(BEARER_LIMITS.givenPasswordChars), INVALID],
  checkedBodyChars: ['Body whose signature is checked', chars(BEARER_LIMITS.checkedBodyChars), INVALID],
  dashboardSeconds: [
    'Age of the counts of the dashboard',
    `${BEARER_LIMITS.dashboardSeconds} s`,
    'they are counted again',
  ],
};

const OAUTH_ROWS: LimitRows<typeof OAUTH_LIMITS> = {
  retrySeconds: [
    'Time in which a used refresh token gets the same successor again',
    `${OAUTH_LIMITS.retrySeconds} s`,
    '`invalid_grant`',
  ],
  pollSeconds: [
    'Pause between two polls of a device',
    `${OAUTH_LIMITS.pollSeconds} s; each \`slow_down\` adds as much`,
    '`slow_down`',
  ],
  pendingDevices: [
    'Device flows of one client that wait for their person',
    grouped(OAUTH_LIMITS.pendingDevices),
    OAUTH_REFUSED,
  ],
  deviceKeptSeconds: [
    'Time after its end in which a device code is known',
    `${OAUTH_LIMITS.deviceKeptSeconds} s`,
    '`invalid_grant`',
  ],
  interactionSeconds: [
    'Time from the log-in on a page to the decision there',
    `${OAUTH_LIMITS.interactionSeconds / 60} minutes`,
    'the person logs in again',
  ],
  redirectUris: ['Redirect URIs of a client', String(OAUTH_LIMITS.redirectUris), INVALID],
  redirectUriChars: ['One of them', chars(OAUTH_LIMITS.redirectUriChars), INVALID],
  parameterChars: [
    '`state` and each other parameter that is kept or returned',
    chars(OAUTH_LIMITS.parameterChars),
    '`invalid_request`',
  ],
  secretOverlapSeconds: [
    'How long an old secret still authenticates, unless asked otherwise',
    `${OAUTH_LIMITS.secretOverlapSeconds / DAY_SECONDS} day`,
    '-',
  ],
  secretOverlapMaxSeconds: [
    'The same, at most',
    `${OAUTH_LIMITS.secretOverlapMaxSeconds / DAY_SECONDS} days`,
    INVALID,
  ],
};

const PROCUREMENT_ROWS: LimitRows<typeof PROCUREMENT_LIMITS> = {
  contractLines: ['Lines of a contract', String(PROCUREMENT_LIMITS.contractLines), INVALID],
  reportDays: ['Days of a report, both ends included', String(PROCUREMENT_LIMITS.reportDays), INVALID],
  reportDefaultDays: [
    'Days of a report, unless asked otherwise',
    String(PROCUREMENT_LIMITS.reportDefaultDays),
    '-',
  ],
  reportGroups: ['Groups of a report', grouped(PROCUREMENT_LIMITS.reportGroups), '`unavailable`'],
  orderRefreshMs: [
    'Wait until a platform has told of an order',
    seconds(PROCUREMENT_LIMITS.orderRefreshMs),
    '`unavailable`',
  ],
};

const minutes = (count: number): string => `${count / 60} minutes`;

const CONSOLE_ROWS: LimitRows<typeof CONSOLE_SECONDS> = {
  session: [
    'Session of the console, from its log-in',
    `${CONSOLE_SECONDS.session / 3600} hours`,
    '`unauthorized`',
  ],
  idle: ['The same without a call', minutes(CONSOLE_SECONDS.idle), '`unauthorized`'],
  renewal: ['Age from which the console gets another cookie', minutes(CONSOLE_SECONDS.renewal), '-'],
  formerCookie: [
    'How long the cookie before still counts',
    `${CONSOLE_SECONDS.formerCookie} s`,
    '`unauthorized`',
  ],
};

/** The tables that these parts list. */
export const COMPANY_LIMITS = [
  CALLER_RATES,
  MINUTE_RATES,
  LOGIN_FAILURES_PER_MINUTE,
  BEARER_LIMITS,
  OAUTH_LIMITS,
  CONSOLE_SECONDS,
  PROCUREMENT_LIMITS,
  BEARER_TEXT_LENGTHS,
  PROCUREMENT_TEXT_LENGTHS,
];

/** How often others than Apps can call, and what can be done in a minute. */
export const otherRates = (): string[] => [
  '## Rates of others',
  'A minute is one of Unix time.',
  table(
    ['What', 'Limit', 'Beyond it'],
    [CALLER_ROWS, MINUTE_ROWS, LOGIN_ROWS].flatMap((rows) => Object.values(rows)),
  ),
];

/** The limits under `/v1`, `/auth` and `/oauth`. */
export const companyLimits = (): string[] => [
  '## The bearer side',
  table(
    ['What', 'Limit', 'Beyond it'],
    [BEARER_ROWS, OAUTH_ROWS, CONSOLE_ROWS, PROCUREMENT_ROWS].flatMap((rows) => Object.values(rows)),
  ),
  'Lengths of its texts, counted as below:',
  table(
    ['What', 'At least', 'At most'],
    Object.entries({ ...BEARER_TEXT_LENGTHS, ...PROCUREMENT_TEXT_LENGTHS }).map(([field, { min, max }]) => [
      code(field),
      String(min),
      String(max),
    ]),
  ),
];
