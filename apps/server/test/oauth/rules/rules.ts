/** A rule that the authorization server keeps. */
export interface OAuthRule {
  rule: string;
  /** Where it is laid down: sections, separated by `; `. */
  source: string;
}

type Row = readonly [rule: string, source: string];

const AUTHORIZATION: Record<number, Row> = {
  1: ['A parameter without a value counts as absent', 'RFC 6749, 3.1'],
  2: ['Unknown parameters are ignored', 'RFC 6749, 3.1'],
  3: ['A repeated parameter: `invalid_request`', 'RFC 6749, 3.1; RFC 6749, 3.2'],
  4: ['An unknown client: a page, no redirect', 'RFC 6749, 4.1.2.1'],
  5: ['A redirect URI in any other form: a page, no redirect', 'RFC 6749, 3.1.2.4; RFC 9700, 2.1'],
  6: ['A client registers https, loopback and private addresses alone', 'RFC 6749, 3.1.2; RFC 8252, 7'],
  7: ['The own query of a redirect URI stays', 'RFC 6749, 3.1.2'],
  8: ['A loopback address is the same at any port', 'RFC 8252, 7.3'],
  9: ['`localhost` is taken only as registered', 'RFC 8252, 8.3'],
  10: ['The response type is `code` and cannot be missing', 'RFC 6749, 4.1.2.1; RFC 9700, 2.1.2'],
  11: ['`state` comes back byte for byte, with a code and with an error', 'RFC 6749, 4.1.2'],
  12: ['`iss` comes back with a code and with an error', 'RFC 9207, 2'],
  13: ['A scope that is unknown or not of the client: `invalid_scope`', 'RFC 6749, 3.3'],
  14: ["Without `scope` the client's own are asked for", 'RFC 6749, 3.3'],
  15: ['A denial: `access_denied`', 'RFC 6749, 4.1.2.1'],
  16: ['Given is what person, client and request all have', 'RFC 6749, 3.3; RFC 6749, 5.1'],
  17: ['A browser is redirected by 303', 'RFC 9700, 4.12'],
  18: ['No page can be framed or kept', 'RFC 9700, 4.16'],
  19: ['A decision comes from the own page', 'RFC 6749, 10.12; RFC 9700, 4.7'],
  20: ['`prompt=none`: `login_required`', 'OpenID Connect 1.0, 3.1.2.6'],
};

const CODES: Record<number, Row> = {
  21: ['A public client sends a challenge', 'RFC 7636, 4.4.1; RFC 9700, 2.1.1'],
  22: ['A challenge has the method S256, which is named', 'RFC 9700, 2.1.1'],
  23: ['A wrong verifier: `invalid_grant`, and the code is used up', 'RFC 7636, 4.6'],
  24: ['A missing verifier: `invalid_grant`', 'RFC 9700, 2.1.1'],
  25: ['A verifier without a challenge: `invalid_grant`', 'RFC 9700, 4.8'],
  26: ['A verifier has 43 to 128 characters', 'RFC 7636, 4.1'],
  27: ['A code lasts 60 s', 'RFC 6749, 4.1.2'],
  28: ['A code of another client is refused, and stays', 'RFC 6749, 4.1.3'],
  29: ['The redirect URI is the one of the request', 'RFC 6749, 4.1.3'],
  30: ['Of 50 exchanges of a code at once one succeeds', 'RFC 6749, 4.1.2'],
  31: ['A code that is sent again ends what it gave', 'RFC 6749, 4.1.2; RFC 9700, 4.5'],
};

const CLIENTS: Record<number, Row> = {
  32: ['HTTP Basic is form-encoded', 'RFC 6749, 2.3.1'],
  33: ['The form can hold the credentials', 'RFC 6749, 2.3.1'],
  34: ['Both ways at once: `invalid_request`', 'RFC 6749, 2.3'],
  35: ['A secret in the query authenticates nobody', 'RFC 6749, 2.3.1'],
  36: ['A wrong secret and an unknown client get one answer', 'RFC 6749, 5.2'],
  37: ['A public client that sends a secret is refused', 'RFC 6749, 2.3'],
  38: ['A body that is no form: `invalid_request`', 'RFC 6749, 3.2'],
  39: ['The token endpoint is called by POST', 'RFC 6749, 3.2'],
  40: ['Errors are JSON whatever `Accept` says', 'RFC 6749, 5.2'],
  41: ['No answer may be stored, be it tokens or an error', 'RFC 6749, 5.1'],
  42: ['An error description has the characters that are allowed', 'RFC 6749, 5.2'],
  43: ['An answer names type, life and scope of the token', 'RFC 6749, 5.1'],
  44: ['A grant that is unknown or not of the client is refused', 'RFC 6749, 5.2; RFC 9700, 2.4'],
  45: [
    'Client credentials: no refresh token, and none for a public client',
    'RFC 6749, 4.4; RFC 6749, 4.4.3',
  ],
};

const REFRESHES: Record<number, Row> = {
  46: ['A refresh token is replaced, and dead after 10 s', 'RFC 9700, 4.14.2'],
  47: ['Of 20 refreshes at once all get one successor', 'RFC 9700, 4.14.2'],
  48: ['A replay ends the family, access tokens too', 'RFC 9700, 4.14.2'],
  49: ['A replay within 10 s ends it once the successor was used', 'RFC 9700, 4.14.2'],
  50: ['A refresh narrows one access token, and widens none', 'RFC 6749, 6'],
  51: ["Another client's refresh token is refused, and stays", 'RFC 6749, 6'],
  52: ['What is taken from a person ends with the next call', 'B8'],
};

const OTHERS: Record<number, Row> = {
  53: ['A revocation ends what it names, and answers the unknown alike', 'RFC 7009, 2.1; RFC 7009, 2.2'],
  54: ['An introspection says nothing of what is not live and own', 'RFC 7662, 2.2'],
  55: ['The metadata name the public address alone', 'RFC 8414, 2; RFC 8414, 3.3'],
  56: ['A resource is ours or `invalid_target`', 'RFC 8707, 2'],
  57: ['A token is taken from the header alone', 'RFC 6750, 2; RFC 9700, 4.3.2'],
  58: ['A refusal names its error in `WWW-Authenticate`', 'RFC 6750, 3; RFC 6750, 3.1'],
  59: ['A device polls, is slowed down, and gets tokens once', 'RFC 8628, 3.5; RFC 8628, 5.1'],
  60: ['Of 1,000 guesses of a password ten are evaluated', 'OWASP Authentication; B6'],
  61: ['A log-in is new, and a log-out or a new password ends it', 'OWASP Session'],
  62: ['An API key is checked by environment, checksum, end and address', 'B4'],
  63: ['No secret is in the database or the log', 'RFC 9700, 4.5'],
  64: ['Every scope is checked at every route', 'RFC 6750, 3.1'],
  65: ['No kind of credential or id passes for another', 'RFC 9700, 4.15'],
};

const ROWS = { ...AUTHORIZATION, ...CODES, ...CLIENTS, ...REFRESHES, ...OTHERS };

/** The rules by their number. Tests name the numbers of those that they hold to at the end of their name: `[4, 5]`. */
export const OAUTH_RULES: ReadonlyMap<number, OAuthRule> = new Map(
  Object.entries(ROWS).map(([number, [rule, source]]) => [Number(number), { rule, source }]),
);
