import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const REPOSITORY = join(import.meta.dirname, '..', '..');
const HOUSES = ['apps/server/src', 'packages/domain/src'];

/** What a file does that refuses callers, or lets them wait, because of a limit. */
const ENFORCES = new RegExp(
  [
    "RATE_LIMITED|'rate_limited'|'unavailable'|'UNAVAILABLE'|'CANCEL_UNDECIDED'|undecided\\(|tooManyFailures\\(",
    "'LIST_TOO_COSTLY'|'LIMIT_REACHED'|'BODY_TOO_LARGE'|'URL_TOO_LONG'|'temporarily_unavailable'",
    'new ValidationError\\(|new (CallerShares|AppSlots)\\(|createMinuteLimit\\(|\\.maxConnections\\b',
  ].join('|'),
);
/** A constant of the file that is a number, or has one. Hex digits are characters. */
const CONSTANT =
  /^(?:export )?const ([A-Z][A-Z0-9_]*)\b(?::[^=\n]*)? = (?!0x)(?:[\d_.]+|\{[^;]*?(?<![\w.])\d[\d_]*[^;]*)[^;'`]*;/gm;
/** A number that stands where it is compared or is a default. */
const IN_PLACE = /(?:>=?|\?\?|total:|perCaller:) (\d[\d_]+)\b/g;

/** Numbers of such files that are no limits of callers. */
const NO_LIMITS = new Set([
  'changes/change-in-turn.ts MAX_ATTEMPTS', // against starvation: the last of many changes at once comes long before
  'composition/open-company.ts COMPANY_CONNECTIONS', // connections to the database
  'admin/users-cli.ts GENERATED_CHARS', // of passwords that it makes
  'auth/bearer/minute-limit.ts WINDOWS', // memory of the counts
  'auth/bearer/login-throttle.ts WINDOWS',
  'events/feed-waits.ts POLL_MS',
  'http/body/request-body.ts FIRST_BYTES', // sizes of buffers
  'http/body/request-body.ts LARGE_CHUNK_BYTES',
  'http/body/request-body.ts MAX_DISCARDED', // what is read after a refusal
  'http/connections/limit-connections.ts LOG_EVERY_MS',
  'http/connections/throttle-unadmitted.ts UNWATCHED', // when it begins to look whose requests they are
  'http/pipeline.ts INTERNAL_STATUS',
  'http/request-context.ts MAX_LANGUAGE_CHARS', // a longer list counts as none
  'identity/password-hashes.ts COST', // of argon2id
  'identity/password-hashes.ts SALT_BYTES',
  'identity/password-hashes.ts TAG_BYTES',
  'identity/password-hashes.ts PLACES', // a sum with a limit
  'platforms/unclear.ts MAX_RETRY_AFTER_MS', // of platforms
  'exports/exports.ts ROWS_AT_ONCE', // between which it rests
  'exports/exports.ts BUSY_PAUSE_MS',
  'exports/exports.ts WHOLE_COST', // what a line costs, of what is measured of it
  'queue/job-consumer.ts POLL_MS',
  'queue/job-consumer.ts ACKNOWLEDGE_DELAY_MS',
  'webhooks/sample-event.ts MINUTE_SECONDS',
  'bearer/login-failures.ts MINUTE_MS',
  'intents/updated-fields.ts ALL_CHANGES_SHOWN', // of changes that have an event, not of changes
  'lists/list-conditions.ts EARLIEST_MS',
  'lists/list-cursor.ts DIGEST_CHARS', // the form of a cursor
  'webhooks/webhook-url.ts FIRST_FREE_PORT', // a rule, not an amount
  'postgres/retry-transient.ts WHILE_STARTING', // attempts of a start
]);

/** The numbers of a file, if it enforces a limit. */
function numbersIn(text: string): string[] {
  if (!ENFORCES.test(text)) return [];
  return [CONSTANT, IN_PLACE].flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name));
}

const found = HOUSES.flatMap((house) =>
  readdirSync(join(REPOSITORY, house), { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?!.*(\.test\.ts$|generated)).*\.ts$/.test(file))
    .flatMap((file) =>
      numbersIn(readFileSync(join(REPOSITORY, house, file), 'utf8')).map((name) => `${file} ${name}`),
    ),
);

// A limit of callers stands in a table of the contract (limits.ts there), from which the page of limits is generated.
it('a file that enforces a limit reads it from the contract', () => {
  expect(found.filter((one) => !NO_LIMITS.has(one))).toEqual([]);
});

it('knows of no number that is gone', () => {
  expect([...NO_LIMITS].filter((one) => !found.includes(one))).toEqual([]);
});

it.each([
  [
    'a constant',
    `const MAX_WAITS = 4;\nif (waits >= MAX_WAITS) throw new BearerError('rate_limited');`,
    'MAX_WAITS',
  ],
  ['an object', `const SHARES = { total: 64 };\nnew CallerShares(SHARES);`, 'SHARES'],
  ['a comparison', `if (waits > 40) throw RATE_LIMITED;`, '40'],
  ['a default', `server.maxConnections = limits.maxConnections ?? 2000;`, '2000'],
])('finds a limit in %s', (_, text, name) => {
  expect(numbersIn(text)).toContain(name);
});
