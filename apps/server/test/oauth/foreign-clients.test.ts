import { DEVICE_GRANT } from '@procurement-intents/contract/oauth';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import * as simple from 'simple-oauth2';
import { beforeAll, describe, expect, it } from 'vitest';
import { addPerson, callBearer, PASSWORD } from '../support/bearer.ts';
import {
  addClient,
  formTokenIn,
  PageVisitor,
  REDIRECT_URI,
  type TestClient,
  walk,
} from '../support/oauth.ts';
import { service, useService } from '../support/use-service.ts';

// Clients of other authors, as they come: what they do not accept, no caller's library will.

useService();

let client: TestClient;
let native: TestClient;
let secret: string;
let username: string;
beforeAll(async () => {
  client = await addClient(service);
  native = await addClient(service, { isPublic: true });
  secret = client.secret ?? '';
  ({ username } = await addPerson(service, ['read:orders', 'read:suppliers']));
});

const statusOf = async (credential: string): Promise<number> =>
  (await callBearer(service, 'GET', '/v1/profile', { credential })).status;

/** The address at which the browser returns to the client. */
async function consent(url: URL, decision: 'allow' | 'deny' = 'allow'): Promise<URL> {
  const { location } = await walk(service, url.pathname + url.search, username, decision);
  return new URL(location ?? '');
}

async function allowDevice(userCode: string): Promise<void> {
  const visitor = new PageVisitor(service);
  const login = await visitor.post('/oauth/device', { user_code: userCode, username, password: PASSWORD });
  const page = await visitor.follow(login);
  await visitor.post('/oauth/interaction/consent', { form_token: formTokenIn(page.html), decision: 'allow' });
}

describe('oauth4webapi', () => {
  const insecure = { [oauth.allowInsecureRequests]: true };
  let server: oauth.AuthorizationServer;
  beforeAll(async () => {
    const issuer = new URL(service.baseUrl);
    const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    server = await oauth.processDiscoveryResponse(issuer, response);
  });

  async function authorize(id: string, decision: 'allow' | 'deny' = 'allow') {
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const url = new URL(server.authorization_endpoint ?? '');
    url.search = new URLSearchParams({
      client_id: id,
      redirect_uri: REDIRECT_URI,
      response_type: 'code',
      scope: 'read:orders',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    }).toString();
    const returned = await consent(url, decision);
    return {
      verifier,
      returned: () => oauth.validateAuthResponse(server, { client_id: id }, returned, state),
    };
  }

  it.each(['client_secret_basic', 'client_secret_post', 'none'] as const)(
    'gets, refreshes and revokes tokens by code with %s',
    async (method) => {
      const id = method === 'none' ? native.id : client.id;
      const self = { client_id: id };
      const auth = {
        client_secret_basic: oauth.ClientSecretBasic(secret),
        client_secret_post: oauth.ClientSecretPost(secret),
        none: oauth.None(),
      }[method];
      const { verifier, returned } = await authorize(id);
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        self,
        auth,
        returned(),
        REDIRECT_URI,
        verifier,
        insecure,
      );
      const tokens = await oauth.processAuthorizationCodeResponse(server, self, response);
      expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'read:orders' });
      const again = await oauth.refreshTokenGrantRequest(
        server,
        self,
        auth,
        tokens.refresh_token ?? '',
        insecure,
      );
      const refreshed = await oauth.processRefreshTokenResponse(server, self, again);
      expect(await statusOf(refreshed.access_token)).toBe(200);
      const revoked = await oauth.revocationRequest(
        server,
        self,
        auth,
        refreshed.refresh_token ?? '',
        insecure,
      );
      await oauth.processRevocationResponse(revoked);
      expect(await statusOf(refreshed.access_token)).toBe(401);
    },
  );

  it('understands a denial', async () => {
    const { returned } = await authorize(client.id, 'deny');
    expect(returned).toThrow(expect.objectContaining({ error: 'access_denied' }));
  });

  it('gets a token for itself and looks at it', async () => {
    const self = { client_id: client.id };
    const auth = oauth.ClientSecretBasic(secret);
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      self,
      auth,
      { scope: 'read:orders' },
      insecure,
    );
    const { access_token: token } = await oauth.processClientCredentialsResponse(server, self, response);
    const answer = await oauth.introspectionRequest(server, self, auth, token, insecure);
    const introspection = await oauth.processIntrospectionResponse(server, self, answer);
    expect(introspection).toMatchObject({ active: true, sub: client.id, scope: 'read:orders' });
  });

  it('gets tokens for a device', async () => {
    const self = { client_id: native.id };
    const begun = await oauth.deviceAuthorizationRequest(server, self, oauth.None(), {}, insecure);
    const device = await oauth.processDeviceAuthorizationResponse(server, self, begun);
    const poll = async () =>
      oauth.processDeviceCodeResponse(
        server,
        self,
        await oauth.deviceCodeGrantRequest(server, self, oauth.None(), device.device_code, insecure),
      );
    await expect(poll()).rejects.toMatchObject({ error: 'authorization_pending' });
    await allowDevice(device.user_code);
    expect(await statusOf((await poll()).access_token)).toBe(200);
  });

  it('understands a refusal', async () => {
    const self = { client_id: client.id };
    const auth = oauth.ClientSecretBasic('wrong');
    const response = await oauth.clientCredentialsGrantRequest(server, self, auth, {}, insecure);
    await expect(oauth.processClientCredentialsResponse(server, self, response)).rejects.toThrow();
  });
});

describe('openid-client', () => {
  const discover = (id: string, auth: openid.ClientAuth): Promise<openid.Configuration> =>
    openid.discovery(new URL(service.baseUrl), id, undefined, auth, {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    });

  it('gets, refreshes and revokes tokens by code', async () => {
    const config = await discover(client.id, openid.ClientSecretPost(secret));
    const verifier = openid.randomPKCECodeVerifier();
    const state = openid.randomState();
    const url = openid.buildAuthorizationUrl(config, {
      // This library takes no redirect URI with a query of its own.
      redirect_uri: 'http://127.0.0.1:49152/cb',
      scope: 'read:orders read:suppliers',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    });
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    const tokens = await openid.authorizationCodeGrant(config, await consent(url), checks);
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(await statusOf(refreshed.access_token)).toBe(200);
    expect(await openid.tokenIntrospection(config, refreshed.access_token)).toMatchObject({ active: true });
    await openid.tokenRevocation(config, refreshed.access_token);
    expect(await statusOf(refreshed.access_token)).toBe(401);
  });

  it('gets a token for itself', async () => {
    const config = await discover(client.id, openid.ClientSecretBasic(secret));
    const { access_token: token } = await openid.clientCredentialsGrant(config, { scope: 'read:orders' });
    expect(await statusOf(token)).toBe(200);
    await expect(openid.clientCredentialsGrant(config, { scope: 'unknown' })).rejects.toMatchObject({
      error: 'invalid_scope',
    });
  });

  it('polls for a device', async () => {
    const config = await discover(native.id, openid.None());
    const device = await openid.initiateDeviceAuthorization(config, { scope: 'read:orders' });
    await allowDevice(device.user_code);
    const tokens = await openid.pollDeviceAuthorizationGrant(config, device);
    expect(await statusOf(tokens.access_token)).toBe(200);
    await expect(
      openid.genericGrantRequest(config, DEVICE_GRANT, { device_code: device.device_code }),
    ).rejects.toThrow();
  });
});

describe('simple-oauth2', () => {
  const settings = () => ({
    client: { id: client.id, secret },
    auth: {
      tokenHost: service.baseUrl,
      tokenPath: '/oauth/token',
      revokePath: '/oauth/revoke',
    },
  });

  it.each(['header', 'body'] as const)(
    'gets, refreshes and revokes tokens by code, with its secret in the %s',
    async (where) => {
      const program = new simple.AuthorizationCode({
        ...settings(),
        options: { authorizationMethod: where },
      });
      const url = program.authorizeURL({ redirect_uri: REDIRECT_URI, scope: 'read:orders', state: 'x' });
      const returned = await consent(new URL(url));
      const code = returned.searchParams.get('code') ?? '';
      const tokens = await program.getToken({ code, redirect_uri: REDIRECT_URI });
      const refreshed = await tokens.refresh();
      expect(await statusOf(refreshed.token.access_token)).toBe(200);
      await refreshed.revokeAll();
      expect(await statusOf(refreshed.token.access_token)).toBe(401);
    },
  );

  it('gets a token for itself', async () => {
    const program = new simple.ClientCredentials(settings());
    const { token } = await program.getToken({ scope: 'read:orders' });
    expect(await statusOf(token.access_token)).toBe(200);
  });
});
