import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { codeLocation, decideAuthorization } from './decide-authorization.ts';
import type { OAuthClient } from './oauth-client.ts';
import type { GivenParameters } from './parameters.ts';
import { provenChallenge } from './pkce.ts';

const ISSUER = 'https://buy.example';
const CLIENT: OAuthClient = {
  id: 'cli_1',
  name: 'Ledger',
  isPublic: false,
  redirectUris: ['https://app.example/cb?tenant=7'],
  scopes: ['read:orders', 'read:suppliers'],
  grantTypes: ['authorization_code', 'refresh_token'],
};
const NATIVE: OAuthClient = { ...CLIENT, isPublic: true };
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const ASKED = {
  response_type: 'code',
  client_id: 'cli_1',
  redirect_uri: CLIENT.redirectUris[0],
  state: 'st &?=/',
};
const S256 = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };

const decide = (parameters: GivenParameters, client: OAuthClient | null = CLIENT) =>
  decideAuthorization({ ...ASKED, ...parameters }, client, ISSUER);

/** The parameters that the browser brings back to the client. */
function returned(parameters: GivenParameters, client = CLIENT): Record<string, string> {
  const decision = decide(parameters, client);
  if (decision.kind !== 'redirect') throw new Error(`expected a redirect, got ${decision.kind}`);
  return Object.fromEntries(new URL(decision.location).searchParams);
}

describe('an authorization request', () => {
  it('asks for all scopes of the client without `scope` (RFC 6749, 3.3) [14]', () => {
    expect(decide({})).toEqual({
      kind: 'ask',
      request: {
        redirectUri: CLIENT.redirectUris[0],
        scopes: CLIENT.scopes,
        state: 'st &?=/',
        challenge: null,
      },
    });
  });

  it('never asks for admin unless it is named', () => {
    const admin: OAuthClient = { ...CLIENT, scopes: ['read:orders', 'admin'] };
    expect(decide({}, admin)).toMatchObject({ request: { scopes: ['read:orders'] } });
    expect(decide({ scope: 'admin' }, admin)).toMatchObject({ request: { scopes: ['admin'] } });
    expect(returned({ scope: '' }, { ...CLIENT, scopes: ['admin'] })).toMatchObject({
      error: 'invalid_scope',
    });
  });

  it('takes a parameter without a value as absent, and ignores unknown ones (RFC 6749, 3.1) [1, 2]', () => {
    expect(decide({ scope: '', code_challenge: '', nonce: 'n', unknown: ['a', 'b'] }).kind).toBe('ask');
    expect(decide({ state: '' })).toMatchObject({ request: { state: null } });
  });

  it('shows a page for an unknown client (RFC 6749, 4.1.2.1) [4]', () => {
    expect(decide({}, null)).toEqual({ kind: 'page', problem: 'client' });
  });

  it.each([
    undefined,
    '',
    'https://app.example/cb',
    [ASKED.redirect_uri as string, 'https://app.example/cb'],
  ])('shows a page for the redirect URI %j (RFC 6749, 4.1.2.1) [5]', (uri) => {
    expect(decide({ redirect_uri: uri })).toEqual({ kind: 'page', problem: 'redirect_uri' });
  });

  it('returns state and issuer with an error, beside its own query (RFC 6749, 4.1.2.1; RFC 9207, 2) [7, 11, 12]', () => {
    expect(returned({ scope: 'unknown' })).toEqual({
      tenant: '7',
      error: 'invalid_scope',
      state: 'st &?=/',
      iss: ISSUER,
    });
  });

  it.each([
    [{ response_type: undefined }, 'invalid_request', 'RFC 6749, 4.1.2.1'],
    [{ response_type: 'token' }, 'unsupported_response_type', 'RFC 9700, 2.1.2'],
    [{ response_type: 'code token' }, 'unsupported_response_type', 'RFC 9700, 2.1.2'],
    [{ response_type: ['code', 'code'] }, 'invalid_request', 'RFC 6749, 3.1'],
    [{ scope: ['read:orders', 'read:orders'] }, 'invalid_request', 'RFC 6749, 3.1'],
    [{ state: ['a', 'b'] }, 'invalid_request', 'RFC 6749, 3.1'],
    [{ state: 'a\0b' }, 'invalid_request', 'RFC 6749, A.5'],
    [{ state: '\uD800' }, 'invalid_request', 'RFC 6749, A.5'],
    [{ state: 's'.repeat(2049) }, 'invalid_request', 'RFC 6749, A.5'],
    [{ scope: 'read:orders unknown' }, 'invalid_scope', 'RFC 6749, 3.3'],
    [{ scope: 'write:orders' }, 'invalid_scope', 'RFC 6749, 3.3'],
    [{ scope: 'admin' }, 'invalid_scope', 'RFC 6749, 3.3'],
    [{ scope: ' ' }, 'invalid_scope', 'RFC 6749, 3.3'],
    [{ response_mode: 'fragment' }, 'invalid_request', 'RFC 9700, 2.1.2'],
    [{ response_mode: ['query', 'query'] }, 'invalid_request', 'RFC 6749, 3.1'],
    [{ prompt: ['login', 'login'] }, 'invalid_request', 'RFC 6749, 3.1'],
    [{ code_challenge: CHALLENGE }, 'invalid_request', 'RFC 9700, 2.1.1'],
    [{ code_challenge: CHALLENGE, code_challenge_method: 'plain' }, 'invalid_request', 'RFC 9700, 2.1.1'],
    [{ code_challenge_method: 'S256' }, 'invalid_request', 'RFC 7636, 4.3'],
    [{ ...S256, code_challenge: 'short' }, 'invalid_request', 'RFC 7636, 4.2'],
    [{ ...S256, code_challenge: `${CHALLENGE}M` }, 'invalid_request', 'RFC 7636, 4.2'],
    [{ ...S256, code_challenge: `=${CHALLENGE}` }, 'invalid_request', 'RFC 7636, 4.2'],
    [{ ...S256, code_challenge_method: 'xS256' }, 'invalid_request', 'RFC 7636, 4.3'],
    [{ ...S256, code_challenge_method: 'S256x' }, 'invalid_request', 'RFC 7636, 4.3'],
    [{ ...S256, code_challenge: [CHALLENGE, CHALLENGE] }, 'invalid_request', 'RFC 6749, 3.1'],
    [{ prompt: 'none' }, 'login_required', 'OpenID Connect 1.0, 3.1.2.6'],
    [{ resource: 'https://other.example/v1' }, 'invalid_target', 'RFC 8707, 2'],
    [{ resource: [`${ISSUER}/v1`, ISSUER] }, 'invalid_target', 'RFC 8707, 2'],
  ])('with %j returns %s (%s) [3, 10, 13, 20, 22, 56]', (parameters: GivenParameters, error, _section) => {
    expect(returned(parameters)).toMatchObject({ error, iss: ISSUER });
  });

  it('keeps a state of the greatest length, and may name the mode that there is', () => {
    const state = 's'.repeat(2048);
    expect(decide({ state, response_mode: 'query', prompt: 'login' })).toMatchObject({ request: { state } });
  });

  it('leads to the client with the code, its state and the issuer (RFC 6749, 4.1.2; RFC 9207, 2) [11, 12]', () => {
    const location = codeLocation({ redirectUri: 'com.example.app:/cb', state: 'a b' }, 'ac_1', ISSUER);
    expect(location).toBe('com.example.app:/cb?code=ac_1&state=a+b&iss=https%3A%2F%2Fbuy.example');
  });

  it('leaves out a repeated state (RFC 6749, 3.1)', () => {
    expect(returned({ state: ['a', 'b'] })).not.toHaveProperty('state');
  });

  it('of a client without this grant returns unauthorized_client (RFC 6749, 4.1.2.1)', () => {
    const other: OAuthClient = { ...CLIENT, grantTypes: ['client_credentials'] };
    expect(returned({}, other)).toMatchObject({ error: 'unauthorized_client' });
  });

  it('of a public client needs a challenge (RFC 7636, 4.4.1; RFC 9700, 2.1.1) [21]', () => {
    expect(returned({}, NATIVE)).toMatchObject({ error: 'invalid_request' });
    expect(decide(S256, NATIVE)).toMatchObject({ kind: 'ask', request: { challenge: CHALLENGE } });
  });

  it('may name this API as its resource (RFC 8707, 2) [56]', () => {
    for (const resource of [`${ISSUER}/v1`, '', ['', `${ISSUER}/v1`]])
      expect(decide({ resource }).kind).toBe('ask');
  });
});

describe('a PKCE verifier', () => {
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');
  const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

  it('proves the challenge of RFC 7636, appendix B', () => {
    expect(provenChallenge(VERIFIER, sha256)).toBe(CHALLENGE);
  });

  it('proves nothing when it is absent, so that it fits a code without a challenge alone', () => {
    expect(provenChallenge(null, sha256)).toBeNull();
  });

  it.each(['a'.repeat(42), 'a'.repeat(129), `${'a'.repeat(42)}=`])(
    '%s proves no challenge (RFC 7636, 4.1) [26]',
    (text) => {
      expect(provenChallenge(text, () => CHALLENGE)).toBe('');
    },
  );
});
