import {
  AUDIT_ACTION_NAMES,
  AUDIT_ACTIONS,
  AUDIT_DOERS,
  type AuditActionRow,
  type AuditDoer,
} from '../../src/company/audit-actions.ts';
import { CALLER_RATES } from '../../src/limits.ts';
import { BEARER_LIMITS, LOGIN_FAILURES_PER_MINUTE } from '../../src/bearer/limits.ts';
import { bearerContract } from '../../src/bearer-contract.ts';
import { API_KEY_PREFIXES, LIFETIMES, TOKEN_PREFIXES } from '../../src/credentials.ts';
import { BEARER_ERROR_CODES, BEARER_ERRORS, type BearerErrorRow } from '../../src/bearer/errors.ts';
import type { BearerMetadata } from '../../src/bearer/metadata.ts';
import { ROLES, SCOPE_NAMES, SCOPES } from '../../src/bearer/scopes.ts';
import { ID_PREFIXES } from '../../src/ids.ts';
import { code, page, table } from '../markdown.ts';

const REPEAT = { never: 'No', later: 'Yes, after `Retry-After`', clock: 'No', sign: 'No' } as const;

function scopeOf(metadata: BearerMetadata): string {
  if (metadata.auth === 'none') return 'none: no credential';
  if (metadata.scope === null) return 'any valid credential';
  const scope = code(metadata.scope);
  return metadata.callers === undefined ? scope : `${scope} and an approval limit, or ${code('admin')}`;
}

const operations = (): string =>
  table(
    ['Operation', 'Scope', 'What it does'],
    Object.values(bearerContract).map(({ method, path, summary, metadata }) => [
      code(`${method} ${path}`),
      scopeOf(metadata as BearerMetadata),
      summary ?? '',
    ]),
  );

const scopes = (): string =>
  table(
    ['Scope', 'Lets its holder', ...Object.keys(ROLES)],
    SCOPE_NAMES.map((scope) => [
      code(scope),
      SCOPES[scope].en,
      ...Object.values<readonly string[]>(ROLES).map((held) => (held.includes(scope) ? 'yes' : '')),
    ]),
  );

const errors = (): string =>
  table(
    ['Code', 'HTTP', 'Meaning', 'What to do', 'Repeat the same call?'],
    BEARER_ERROR_CODES.map((name) => {
      const { status, en, fix, retry }: BearerErrorRow = BEARER_ERRORS[name];
      return [code(name), String(status), en, fix, REPEAT[retry]];
    }),
  );

const doer = (by: AuditDoer): string =>
  by in AUDIT_DOERS ? AUDIT_DOERS[by as keyof typeof AUDIT_DOERS] : code(by);

const auditActions = (): string =>
  table(
    ['`action`', 'What was done', '`subjectId`', 'By'],
    AUDIT_ACTION_NAMES.map((name) => {
      const { en, subject, by }: AuditActionRow = AUDIT_ACTIONS[name];
      return [code(name), en, code(`${ID_PREFIXES[subject]}…`), by.map(doer).join(', ')];
    }),
  );

const credentials = (): string =>
  table(
    ['Credential', 'Begins with', 'Valid for', 'May do'],
    [
      [
        'API key',
        `${code(API_KEY_PREFIXES.test)} or ${code(API_KEY_PREFIXES.live)}`,
        'ever, until it is revoked',
        'what its scopes say and its maker may do',
      ],
      [
        'Session token',
        code('st_'),
        `${LIFETIMES.sessionTokenSeconds / 3600} hour`,
        'what the person may do',
      ],
      [
        'Access token of [OAuth](oauth.md)',
        code(TOKEN_PREFIXES.access),
        `${LIFETIMES.accessTokenSeconds / 3600} hour`,
        'what token, client and person all may do',
      ],
    ],
  );

const { pair, account, address } = LOGIN_FAILURES_PER_MINUTE;

/** The page of the bearer scheme. */
export const bearerPage = (): string =>
  page(
    'The bearer scheme',
    'The operations under `/v1` and `/auth` are for the people and systems of the buying company. They are not signed: a credential is sent as `Authorization: Bearer`, nowhere else. [openapi.json](../../openapi/openapi.json) has all fields, parameters and answers.',
    '## Operations',
    operations(),
    'Creates take `Idempotency-Key`, changes `If-Match`. Every list takes `page`, `pageSize`, `cursor`, `sortBy`, `order`, `startDate`, `endDate`, `fields` and `filter[…]`, as the [list of intents](endpoints.md#list-intents) does; what an App has of its own, events and webhooks, is listed as the App itself lists it.',
    '## Credentials',
    credentials(),
    `A credential may call ${CALLER_RATES.bearer} times per second. A person has up to ${BEARER_LIMITS.sessionsPerPerson} session tokens; the next log-in ends the oldest. A token that ended less than ${LIFETIMES.expiredSeconds / 3600} hours ago is answered \`token_expired\`, an older one \`unauthorized\`. Of failed log-ins ${pair} per minute are evaluated for an account from one address, ${account} for an account and ${address} from an address; the next are answered \`rate_limited\` until \`Retry-After\`.`,
    '## Scopes and roles',
    'What a call may do is what token, client and person all have at that moment. `write:` does not imply `read:`; `admin` implies all. Roles are sets of scopes for commands and forms.',
    scopes(),
    '## Errors',
    'An error is `{"error": {"code", "message", ...}}`. Decide by `code`, never by `message`: it is Chinese, or English when `Accept-Language` prefers `en`.',
    errors(),
    '## Audit log',
    'Every change is recorded in the transaction that makes it: `GET /v1/audit-log` says who made it, when, from where, and what the subject was before and after. A scope below stands for every credential that has it. A later version may add actions: ignore those that you do not know.',
    auditActions(),
  );
