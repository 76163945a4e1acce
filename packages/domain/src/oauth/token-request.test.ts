import { DEVICE_GRANT, GRANT_TYPE_NAMES } from '@procurement-intents/contract/oauth';
import { describe, expect, it } from 'vitest';
import type { OAuthClient } from './oauth-client.ts';
import type { GivenParameters } from './parameters.ts';
import { readDeviceScopes, readTokenReference, readTokenRequest } from './token-request.ts';

const ISSUER = 'https://buy.example';
const CLIENT: OAuthClient = {
  id: 'cli_1',
  name: 'Ledger',
  isPublic: false,
  redirectUris: [],
  scopes: ['read:orders', 'read:reports', 'admin'],
  grantTypes: GRANT_TYPE_NAMES,
};
const messageOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return (error as Error).message;
  }
};
const codeOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return (error as { code: string }).code;
  }
};
const read = (form: GivenParameters, client = CLIENT) => codeOf(() => readTokenRequest(form, client, ISSUER));

describe('a token request', () => {
  it.each([
    [{}, 'invalid_request', 'RFC 6749, 5.2'],
    [{ grant_type: ['refresh_token', 'refresh_token'] }, 'invalid_request', 'RFC 6749, 3.2'],
    [{ grant_type: 'password' }, 'unsupported_grant_type', 'RFC 9700, 2.4'],
    [{ grant_type: 'toString' }, 'unsupported_grant_type', 'RFC 6749, 5.2'],
    [{ grant_type: 'authorization_code' }, 'invalid_request', 'RFC 6749, 4.1.3'],
    [{ grant_type: 'refresh_token', refresh_token: '' }, 'invalid_request', 'RFC 6749, 6'],
    [{ grant_type: 'refresh_token', refresh_token: 'x', scope: 'unknown' }, 'invalid_scope', 'RFC 6749, 6'],
    [{ grant_type: DEVICE_GRANT }, 'invalid_request', 'RFC 8628, 3.4'],
    [{ grant_type: 'client_credentials', scope: 'unknown' }, 'invalid_scope', 'RFC 6749, 3.3'],
    [{ grant_type: 'client_credentials', resource: 'https://x.example' }, 'invalid_target', 'RFC 8707, 2'],
  ])('with %j is refused with %s (%s) [13, 44, 56]', (form: GivenParameters, code, _section) => {
    expect(read(form)).toBe(code);
  });

  it.each(GRANT_TYPE_NAMES)('for %s needs a client with this grant (RFC 6749, 5.2) [44]', (grant) => {
    const others = GRANT_TYPE_NAMES.filter((name) => name !== grant);
    const form = { grant_type: grant, code: 'c', refresh_token: 'r', device_code: 'd' };
    expect(read(form)).toMatchObject({ grant });
    expect(read(form, { ...CLIENT, grantTypes: others })).toBe('unauthorized_client');
  });

  it('for client credentials is no public client (RFC 6749, 4.4) [45]', () => {
    expect(read({ grant_type: 'client_credentials' }, { ...CLIENT, isPublic: true })).toBe(
      'unauthorized_client',
    );
  });

  it("for client credentials asks for all of the client's scopes but admin (RFC 6749, 3.3) [14]", () => {
    expect(read({ grant_type: 'client_credentials' })).toMatchObject({
      scopes: ['read:orders', 'read:reports'],
    });
    expect(read({ grant_type: 'client_credentials', scope: 'admin' })).toMatchObject({ scopes: ['admin'] });
  });

  it.each(['redirect_uri', 'code_verifier', 'code'])('takes %s once (RFC 6749, 3.2) [3]', (name) => {
    const form = { grant_type: 'authorization_code', code: 'c', [name]: ['x', 'x'] };
    expect(read(form)).toBe('invalid_request');
    expect(messageOf(() => readTokenRequest(form, CLIENT, ISSUER))).toBe(
      `The parameter ${name} is malformed`,
    );
  });

  it('names what is missing', () => {
    const form = { grant_type: 'authorization_code' };
    expect(messageOf(() => readTokenRequest(form, CLIENT, ISSUER))).toBe('The parameter code is missing');
  });

  it('proves a code by redirect URI and verifier (RFC 6749, 4.1.3; RFC 7636, 4.5)', () => {
    const proof = { redirect_uri: 'https://app.example/cb', code_verifier: 'v' };
    expect(read({ grant_type: 'authorization_code', code: 'c', ...proof })).toEqual({
      grant: 'authorization_code',
      code: 'c',
      redirectUri: 'https://app.example/cb',
      verifier: 'v',
    });
  });

  it('narrows a refresh, and keeps what a code needs as it is', () => {
    expect(read({ grant_type: 'refresh_token', refresh_token: 'r', scope: 'read:orders' })).toEqual({
      grant: 'refresh_token',
      refreshToken: 'r',
      scopes: ['read:orders'],
    });
    expect(read({ grant_type: 'authorization_code', code: 'c', unknown: 'x' })).toEqual({
      grant: 'authorization_code',
      code: 'c',
      redirectUri: null,
      verifier: null,
    });
  });
});

describe('other requests of a client', () => {
  it('for a device code need the device grant and known scopes (RFC 8628, 3.1)', () => {
    expect(readDeviceScopes({ scope: 'read:orders' }, CLIENT)).toEqual(['read:orders']);
    expect(codeOf(() => readDeviceScopes({ scope: 'x' }, CLIENT))).toBe('invalid_scope');
    expect(codeOf(() => readDeviceScopes({}, { ...CLIENT, grantTypes: [] }))).toBe('unauthorized_client');
  });

  it('for a revocation need a token (RFC 7009, 2.1)', () => {
    expect(readTokenReference({ token: 't', token_type_hint: 'nonsense' })).toBe('t');
    expect(codeOf(() => readTokenReference({}))).toBe('invalid_request');
  });
});
