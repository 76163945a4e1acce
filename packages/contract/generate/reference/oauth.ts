import { DAY_SECONDS } from '../../src/durations.ts';
import { CALLER_RATES } from '../../src/limits.ts';
import { LIFETIMES } from '../../src/credentials.ts';
import { OAUTH_ERRORS, OAUTH_ERROR_CODES } from '../../src/oauth/errors.ts';
import { GRANT_TYPES } from '../../src/oauth/grant-types.ts';
import { OAUTH_LIMITS } from '../../src/oauth/limits.ts';
import { type OAuthContract, oauthContract } from '../../src/oauth/oauth-contract.ts';
import { code, page, table } from '../markdown.ts';
import { OAUTH_ERRORS_OF } from '../openapi/oauth.ts';

const operations = (): string =>
  table(
    ['Operation', 'What it does', 'Errors'],
    (Object.keys(oauthContract) as (keyof OAuthContract)[]).map((id) => {
      const { method, path, summary, description } = oauthContract[id];
      return [
        code(`${method} ${path}`),
        `${summary}. ${description}`,
        OAUTH_ERRORS_OF[id].map(code).join(', '),
      ];
    }),
  );

const grants = (): string =>
  table(
    ['`grant_type`', 'How the client gets tokens'],
    Object.entries(GRANT_TYPES).map(([name, text]) => [code(name), text]),
  );

const errors = (): string =>
  table(
    ['`error`', 'HTTP', 'Meaning'],
    OAUTH_ERROR_CODES.map((name) => {
      const { status, description } = OAUTH_ERRORS[name];
      return [code(name), String(status), description];
    }),
  );

const lifetimes = (): string =>
  table(
    ['What', 'Lasts'],
    [
      ['Code', `${LIFETIMES.codeSeconds} s, for one exchange`],
      ['Access token', `${LIFETIMES.accessTokenSeconds / 3600} hour`],
      ['Refresh token', `${LIFETIMES.refreshTokenSeconds / DAY_SECONDS} days, for one exchange`],
      [
        'The same refresh token sent again, while its successor is unused',
        `${OAUTH_LIMITS.retrySeconds} s more, and gets the same successor`,
      ],
      ['Device code', `${LIFETIMES.deviceCodeSeconds / 60} minutes`],
      ['Page with a question to a person', `${OAUTH_LIMITS.interactionSeconds / 60} minutes`],
    ],
  );

/** The page of the authorization server. */
export const oauthPage = (): string =>
  page(
    'OAuth 2.0',
    'Registered clients get access tokens here and send them as `Authorization: Bearer` to `/v1`. Requests are forms, answers are JSON that nobody may store. [Connect with OAuth](../guides/connect-with-oauth.md) shows how to begin, [openapi.json](../../openapi/openapi.json) has all fields, and [Rules of the authorization server](oauth-rules.md) says what is kept of which RFC.',
    '## Operations',
    operations(),
    'A confidential client authenticates by HTTP Basic or with `client_id` and `client_secret` in the form, never both; a public client sends its `client_id` alone.',
    '## Grants',
    grants(),
    '## Lifetimes',
    lifetimes(),
    '## Errors',
    `An error is \`{"error", "error_description"}\`. Decide by \`error\`. Past a limit, ${CALLER_RATES.oauth} calls a second of a client or too many failures, \`temporarily_unavailable\` has the status 429, and a body or URL that is too large \`invalid_request\` with 413 or 414; \`Retry-After\` says when to come again. The browser brings \`error\`, \`state\` and \`iss\` back to the redirect URI.`,
    errors(),
  );
