import { beforeAll, describe, expect, it } from 'vitest';
import { addPerson } from '../support/bearer.ts';
import {
  addClient,
  authorizePath,
  newVerifier,
  PageVisitor,
  REDIRECT_URI,
  returnedTo,
  type TestClient,
  walk,
} from '../support/oauth.ts';
import { service, useService } from '../support/use-service.ts';

useService();

const STATE = 'a b+c&d=e/%20"\'é采';
let client: TestClient;
let native: TestClient;
let username: string;
beforeAll(async () => {
  client = await addClient(service);
  native = await addClient(service, { isPublic: true });
  ({ username } = await addPerson(service, ['read:orders', 'read:suppliers']));
});

const open = (path: string) => new PageVisitor(service).get(path);
const refusal = async (parameters: Record<string, string>, by = client) =>
  returnedTo(await open(authorizePath(by, { state: STATE, ...parameters })));

describe('an authorization request', () => {
  it('may have parameters without a value and unknown ones (RFC 6749, 3.1) [1, 2]', async () => {
    const path = authorizePath(client, { scope: '', code_challenge: '', nonce: 'n', unknown: '<x>' });
    expect(returnedTo(await walk(service, path, username))).toMatchObject({
      code: expect.stringMatching(/^ac_/),
    });
  });

  it.each(['response_type', 'scope', 'state', 'code_challenge', 'prompt'])(
    'with %s twice returns invalid_request (RFC 6749, 3.1) [3]',
    async (name) => {
      const twice = `&${name}=code&${name}=code`;
      expect(returnedTo(await open(authorizePath(client) + twice))).toMatchObject({
        error: 'invalid_request',
      });
    },
  );

  it.each(['client_id', 'redirect_uri'])(
    'with %s twice stays on a page (RFC 6749, 3.1) [3]',
    async (name) => {
      const path = authorizePath(client);
      const value = new URLSearchParams(path.split('?')[1]).get(name) ?? '';
      const answer = await open(`${path}&${name}=${encodeURIComponent(value)}`);
      expect([answer.status, answer.location]).toEqual([400, null]);
    },
  );

  it.each([
    `${REDIRECT_URI}/`,
    `${REDIRECT_URI}#`,
    `${REDIRECT_URI}#x`,
    `${REDIRECT_URI} `,
    ` ${REDIRECT_URI}`,
    'https://app.example/cb',
    'https://app.example/cb?tenant=8',
    'https://app.example/cb?tenant=%37',
    'https://app.example/CB?tenant=7',
    'https://APP.example/cb?tenant=7',
    'HTTPS://app.example/cb?tenant=7',
    'http://app.example/cb?tenant=7',
    'https://app.example:443/cb?tenant=7',
    'https://app.example/./cb?tenant=7',
    'https://app.example/x/../cb?tenant=7',
    'https://app.example//cb?tenant=7',
    'https://app.example/%63b?tenant=7',
    'https://app.example\\@evil.example/cb?tenant=7',
    'https://user@app.example/cb?tenant=7',
    'https://app.example@evil.example/cb?tenant=7',
    'https://app.example.evil.example/cb?tenant=7',
    'https://sub.app.example/cb?tenant=7',
    '//app.example/cb?tenant=7',
    'javascript:alert(1)//https://app.example/cb?tenant=7',
    'http://127.0.0.1:9000/other',
    'http://127.0.0.1:65536/cb',
    'http://127.0.0.1:80@evil.example/cb',
    'http://localhost/cb',
  ])('to %j stays on a page (RFC 6749, 3.1.2.4; RFC 9700, 2.1; RFC 8252, 8.3) [5, 9]', async (uri) => {
    const answer = await open(authorizePath(client, { redirect_uri: uri }));
    expect([answer.status, answer.location]).toEqual([400, null]);
    expect(answer.headers.get('refresh')).toBeNull();
  });

  it.each([
    [{ response_type: '' }, 'invalid_request', 'RFC 6749, 4.1.2.1'],
    [{ response_type: 'token' }, 'unsupported_response_type', 'RFC 9700, 2.1.2'],
    [{ scope: 'write:orders' }, 'invalid_scope', 'RFC 6749, 3.3'],
    [{ code_challenge: newVerifier().verifier }, 'invalid_request', 'RFC 9700, 2.1.1'],
    [{ resource: 'https://other.example/v1' }, 'invalid_target', 'RFC 8707, 2'],
    [{ prompt: 'none' }, 'login_required', 'OpenID Connect 1.0, 3.1.2.6'],
  ])(
    'with %j returns %s, state and issuer (%s; RFC 6749, 4.1.2) [10, 11, 13, 20, 22, 56]',
    async (parameters: Record<string, string>, error, _section) => {
      expect(await refusal(parameters)).toEqual({
        tenant: '7',
        error,
        state: STATE,
        iss: service.baseUrl,
      });
    },
  );

  it('of a public client returns invalid_request without a challenge of method S256 (RFC 7636, 4.4.1; RFC 9700, 2.1.1) [21, 22]', async () => {
    const { verifier, asked } = newVerifier();
    const plain = { code_challenge: verifier, code_challenge_method: 'plain' };
    for (const parameters of [{}, plain])
      expect(await refusal(parameters, native)).toMatchObject({ error: 'invalid_request' });
    expect((await open(authorizePath(native, asked))).location).toMatch(/^\/oauth\/interaction\/login/);
  });
});
