import { ERROR_NAMES, ERRORS } from '@procurement-intents/contract';
import { GRANT_TYPE_NAMES, OAUTH_ERROR_CODES, OAUTH_ERRORS } from '@procurement-intents/contract/oauth';
import { describe, expect, it } from 'vitest';
import { decidePoll, type PolledDevice } from './decide-poll.ts';
import { decideRefusedRefresh, type RefusedRefresh } from './decide-refresh.ts';
import { OAuthError, presentOAuthError } from './oauth-error.ts';
import { type LiveToken, presentIntrospection } from './present-introspection.ts';
import { presentMetadata } from './present-metadata.ts';
import { formatUserCode, parseUserCode } from './user-code.ts';

const NOW = new Date('2026-11-23T10:00:00.000Z');
const at = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

describe('a refresh token that was not exchanged', () => {
  const token: RefusedRefresh = {
    clientId: 'cli_1',
    expiresAt: at(1000),
    usedAt: at(-10),
    scopes: ['read:orders', 'read:reports'],
    isRevoked: false,
  };
  const decide = (
    changed: Partial<RefusedRefresh>,
    clientId = 'cli_1',
    scopes: RefusedRefresh['scopes'] | null = null,
  ) => decideRefusedRefresh({ ...token, ...changed }, { clientId, scopes }, NOW);

  it('is answered again within 10 s of its use, and not later (RFC 9700, 4.14.2) [46]', () => {
    expect(decide({})).toBe('retry');
    expect(decide({ usedAt: at(-10.001) })).toBe('replay');
  });

  it('of another client changes nothing (RFC 6749, 6) [51]', () => {
    expect(decide({ usedAt: at(-100) }, 'cli_2')).toBe('refuse');
    expect(decideRefusedRefresh(null, { clientId: 'cli_1', scopes: null }, NOW)).toBe('refuse');
  });

  it('that has expired or is revoked changes nothing', () => {
    expect(decide({ expiresAt: NOW })).toBe('refuse');
    expect(decide({ isRevoked: true })).toBe('refuse');
  });

  it('lives when it asks for more than was consented to (RFC 6749, 6) [50]', () => {
    expect(decide({ usedAt: null }, 'cli_1', ['admin'])).toBe('wider');
    expect(decide({ usedAt: null }, 'cli_1', ['read:orders', 'admin'])).toBe('wider');
    expect(decide({ usedAt: null }, 'cli_1', ['read:orders'])).toBe('refuse');
    expect(decide({ usedAt: at(-100) }, 'cli_1', ['admin'])).toBe('replay');
  });
});

describe('a poll of a device (RFC 8628, 3.5)', () => {
  const device: PolledDevice = { expiresAt: at(1), state: 'pending', isUsed: false, isTooSoon: false };
  it.each([
    [null, 'invalid_grant'],
    [device, 'authorization_pending'],
    [{ ...device, isTooSoon: true }, 'slow_down'],
    [{ ...device, state: 'denied' as const, isTooSoon: true }, 'access_denied'],
    [{ ...device, expiresAt: NOW }, 'expired_token'],
    [{ ...device, state: 'approved' as const, isUsed: true }, 'invalid_grant'],
  ])('of %j is answered %s [59]', (polled, error) => {
    expect(decidePoll(polled, NOW)).toBe(error);
  });

  it('takes a user code as people type it (RFC 8628, 6.1)', () => {
    expect(parseUserCode(' bcdf-ghjk ')).toBe('BCDFGHJK');
    expect(parseUserCode('BCDF GHJK')).toBe('BCDFGHJK');
    expect(formatUserCode('BCDFGHJK')).toBe('BCDF-GHJK');
    for (const wrong of ['', 'BCDFGHJ', 'BCDFGHJKL', 'ACDFGHJK', 'BCDF_GHJK'])
      expect(parseUserCode(wrong)).toBeNull();
  });
});

describe('an error of the authorization server', () => {
  it.each(OAUTH_ERROR_CODES)('%s has a description of the characters of RFC 6749, 5.2 [42]', (code) => {
    expect(OAUTH_ERRORS[code].description).toMatch(/^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/);
    expect(presentOAuthError(new OAuthError(code))).toMatchObject({
      status: OAUTH_ERRORS[code].status,
      headers: { 'Cache-Control': 'no-store', Pragma: 'no-cache' },
      body: { error: code, error_description: OAUTH_ERRORS[code].description },
    });
  });

  it.each(ERROR_NAMES)('%s of a shared step becomes one of them (RFC 6749, 5.2) [42]', (name) => {
    const { status, body } = presentOAuthError({ name, data: null, headers: {} });
    expect(OAUTH_ERROR_CODES).toContain(body.error);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body.error_description).toMatch(/^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/);
    const isShown = (char: string): boolean => char >= ' ' && char <= '~' && !'"\\'.includes(char);
    const shown = Array.from(ERRORS[name].en, (char) => (isShown(char) ? char : "'"));
    expect(body.error_description).toBe(shown.join(''));
  });

  it.each([
    ['invalid_request', 400, undefined],
    ['server_error', 500, undefined],
    ['temporarily_unavailable', 503, '1'],
    ['temporarily_unavailable', 429, '1'],
  ] as const)('%s with %i says that it passes by Retry-After: %s', (code, status, after) => {
    const error = new OAuthError(code, { status });
    const { headers } = presentOAuthError(error);
    expect(error.name).toBe('OAuthError');
    expect((headers as Record<string, string>)['Retry-After']).toBe(after);
  });

  it('that passes says when to come again', () => {
    const refusal = { name: 'RATE_LIMITED' as const, data: null, headers: { 'Retry-After': '7' } };
    expect(presentOAuthError(refusal)).toMatchObject({
      status: 429,
      headers: { 'Retry-After': '7' },
      body: { error: 'temporarily_unavailable' },
    });
  });
});

describe('an introspection (RFC 7662, 2.2)', () => {
  const token: LiveToken = {
    kind: 'access',
    clientId: 'cli_1',
    userId: 'usr_1',
    username: 'zhang.san',
    scopes: ['read:orders', 'read:reports'],
    createdAt: NOW,
    expiresAt: at(3600),
  };
  const client = {
    id: 'cli_1',
    name: 'x',
    isPublic: false,
    redirectUris: [],
    scopes: ['read:orders'] as const,
    grantTypes: [],
  };

  it('shows a client its own token', () => {
    expect(presentIntrospection(token, client, 'https://buy.example')).toEqual({
      active: true,
      scope: 'read:orders read:reports',
      client_id: 'cli_1',
      username: 'zhang.san',
      sub: 'usr_1',
      token_type: 'Bearer',
      iat: NOW.getTime() / 1000,
      exp: NOW.getTime() / 1000 + 3600,
      iss: 'https://buy.example',
      aud: 'https://buy.example/v1',
    });
    const own = presentIntrospection(
      { ...token, kind: 'refresh', userId: null, username: null },
      client,
      'i',
    );
    expect(own).toMatchObject({ sub: 'cli_1' });
    expect(own).not.toHaveProperty('token_type');
    expect(own).not.toHaveProperty('username');
  });

  it("shows another client's token to admin alone [54]", () => {
    expect(presentIntrospection(token, { ...client, id: 'cli_2' }, 'i')).toEqual({ active: false });
    expect(presentIntrospection(token, { ...client, id: 'cli_2', scopes: ['admin'] }, 'i').active).toBe(true);
    expect(presentIntrospection(null, client, 'i')).toEqual({ active: false });
  });
});

it('the metadata have the issuer in every address (RFC 8414, 2) [55]', () => {
  const metadata = presentMetadata('https://buy.example');
  expect(metadata).toMatchObject({
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: GRANT_TYPE_NAMES,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    authorization_response_iss_parameter_supported: true,
    ui_locales_supported: ['zh', 'en'],
    service_documentation: 'https://buy.example/docs',
  });
  const addresses = Object.entries(metadata).filter(([name]) => /endpoint$|issuer|documentation/.test(name));
  for (const [, address] of addresses) expect(address).toMatch(/^https:\/\/buy\.example(\/|$)/);
  expect(metadata.introspection_endpoint_auth_methods_supported).not.toContain('none');
});
