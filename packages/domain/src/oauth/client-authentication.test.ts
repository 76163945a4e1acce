import { describe, expect, it } from 'vitest';
import { isAuthentic, readClientCredentials } from './client-authentication.ts';
import type { GivenParameters } from './parameters.ts';

const decode = (text: string): string => Buffer.from(text, 'base64').toString('utf8');
const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
const read = (authorization: string | null, form: GivenParameters = {}) =>
  readClientCredentials(authorization, form, decode);
const refusal = (authorization: string | null, form: GivenParameters = {}): unknown => {
  try {
    return read(authorization, form);
  } catch (error) {
    return error;
  }
};

describe('the credentials of a client', () => {
  it('are form-encoded in HTTP Basic (RFC 6749, 2.3.1) [32]', () => {
    expect(read(basic('cli%3Aa+b:cs%5F%3A1'))).toEqual({
      clientId: 'cli:a b',
      secret: 'cs_:1',
      isBasic: true,
    });
    expect(read(basic('cli_a:cs_1'), { client_id: 'cli_a' })).toMatchObject({
      clientId: 'cli_a',
      secret: 'cs_1',
    });
    expect(read(`bASIC ${Buffer.from('a:').toString('base64')}`)).toMatchObject({
      clientId: 'a',
      secret: '',
    });
  });

  it.each(['xBasic Y2xpX2E6Y3NfMQ==', 'Basic Y2xpX2E6Y3NfMQ== x', 'Basic', 'BasicY2xpX2E6Y3NfMQ=='])(
    'are not read from %j (RFC 7617, 2)',
    (header) => {
      expect(read(header, { client_id: 'cli_b', client_secret: 'cs_2' })).toMatchObject({
        clientId: 'cli_b',
        isBasic: false,
      });
    },
  );

  it('may have spaces before them, and an empty id (RFC 7617, 2)', () => {
    expect(read(`Basic   ${Buffer.from(':cs_1').toString('base64')}`)).toEqual({
      clientId: '',
      secret: 'cs_1',
      isBasic: true,
    });
  });

  it('can be in the form (RFC 6749, 2.3.1) [33]', () => {
    expect(read(null, { client_id: 'cli_a', client_secret: 'cs_1' })).toEqual({
      clientId: 'cli_a',
      secret: 'cs_1',
      isBasic: false,
    });
    expect(read(null, { client_id: 'cli_a', client_secret: '' })).toMatchObject({ secret: null });
  });

  it.each([
    [{ client_secret: 'cs_1' }],
    [{ client_id: 'cli_a', client_secret: 'cs_1' }],
    [{ client_id: 'cli_b' }],
  ])('in HTTP Basic and %j are refused (RFC 6749, 2.3) [34]', (form) => {
    expect(refusal(basic('cli_a:cs_1'), form)).toMatchObject({
      code: 'invalid_request',
      message: 'The client authenticates in more than one way',
    });
  });

  it('are refused when they are repeated (RFC 6749, 3.2) [3]', () => {
    for (const name of ['client_id', 'client_secret'])
      expect(refusal(null, { client_id: 'cli_a', [name]: ['a', 'a'] })).toMatchObject({
        code: 'invalid_request',
        message: `The parameter ${name} is repeated`,
      });
  });

  it.each([
    [null, {}],
    ['Bearer x', {}],
    [null, { client_id: 'a\0b' }],
  ])('are missing in %j %j (RFC 6749, 5.2)', (header, form) => {
    expect(refusal(header, form)).toMatchObject({ code: 'invalid_client', status: 401, headers: {} });
  });

  it.each(['no-colon', '%zz:x', 'x:%'])(
    'are unreadable as %s, which is answered as Basic (RFC 6749, 5.2)',
    (text) => {
      const headers = { 'WWW-Authenticate': expect.stringMatching(/^Basic /) };
      expect(refusal(basic(text))).toMatchObject({ code: 'invalid_client', status: 401, headers });
    },
  );

  it('that are no UTF-8 are answered as Basic (RFC 6749, 5.2)', () => {
    expect(() => readClientCredentials('Basic gA==', {}, () => null)).toThrow(
      expect.objectContaining({
        code: 'invalid_client',
        headers: expect.objectContaining({ 'WWW-Authenticate': 'Basic realm="oauth", charset="UTF-8"' }),
      }),
    );
  });

  it('prove a confidential client by its secret, a public one by none (RFC 6749, 2.3) [37]', () => {
    const given = (secret: string | null) => ({ clientId: 'a', secret, isBasic: false });
    expect(isAuthentic({ isPublic: false }, given('cs_1'), true)).toBe(true);
    expect(isAuthentic({ isPublic: false }, given('cs_1'), false)).toBe(false);
    expect(isAuthentic({ isPublic: false }, given(null), true)).toBe(false);
    expect(isAuthentic({ isPublic: true }, given(null), false)).toBe(true);
    expect(isAuthentic({ isPublic: true }, given('cs_1'), true)).toBe(false);
  });
});
