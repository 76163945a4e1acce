import { DEVICE_GRANT } from '@procurement-intents/contract/oauth';
import { expect } from 'vitest';
import { PASSWORD } from '../support/bearer.ts';
import {
  authorizePath,
  expectOAuthError,
  formTokenIn,
  getCode,
  getTokens,
  openConsent,
  type PageServer,
  PageVisitor,
  postForm,
  postToken,
  REDIRECT_URI,
  returnedTo,
  type TestClient,
} from '../support/oauth.ts';

/** A call during which its process dies, and what its caller does then. */
export interface GrantFlow {
  name: string;
  /** Prepares the call at a process that lives. */
  begin(alive: PageServer): Promise<{
    call(at: PageServer): Promise<unknown>;
    /** The caller goes on at another process. `isDone`: the service has done it, and the answer is lost. */
    goOn(isDone: boolean): Promise<void>;
  }>;
}

const CONSENT = '/oauth/interaction/consent';

/** A browser with these cookies, at another process of the service. */
function visiting(visitor: PageVisitor, to: PageServer): PageVisitor {
  const same = new PageVisitor(to);
  same.cookie = visitor.cookie;
  return same;
}

/** Every way to get a grant. Each caller ends with tokens, whatever has died. */
export function grantFlows(client: TestClient, username: string): GrantFlow[] {
  const exchange = (at: PageServer, code: string) =>
    postToken(at, client, { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI });
  const refresh = (at: PageServer, token: string) =>
    postToken(at, client, { grant_type: 'refresh_token', refresh_token: token });
  const poll = (at: PageServer, deviceCode: string) =>
    postToken(at, client, { grant_type: DEVICE_GRANT, device_code: deviceCode });
  const beginDevice = async (at: PageServer) =>
    (await postForm(at, '/oauth/device_authorization', {}, { client })).body as {
      device_code: string;
      user_code: string;
    };
  const logIn = { username, password: PASSWORD };

  async function openDevice(at: PageServer) {
    const device = await beginDevice(at);
    const visitor = new PageVisitor(at);
    const page = await visitor.follow(
      await visitor.post('/oauth/device', { user_code: device.user_code, ...logIn }),
    );
    return { device, visitor, form: { form_token: formTokenIn(page.html), decision: 'allow' } };
  }
  const isActive = async (at: PageServer, token: string): Promise<boolean> =>
    (await postForm(at, '/oauth/introspect', { token }, { client })).body.active;

  return [
    {
      name: 'client credentials',
      begin: async (alive) => ({
        call: (at) => postToken(at, client, { grant_type: 'client_credentials' }),
        async goOn() {
          expect((await postToken(alive, client, { grant_type: 'client_credentials' })).status).toBe(200);
        },
      }),
    },
    {
      name: 'code',
      async begin(alive) {
        const code = await getCode(alive, client, username);
        return {
          call: (at) => exchange(at, code),
          async goOn(isDone) {
            const again = await exchange(alive, code);
            if (!isDone) return expect(again.status).toBe(200);
            // It was exchanged: the person consents once more.
            expectOAuthError(again, 'invalid_grant');
            const next = await getTokens(alive, client, username);
            expect(await isActive(alive, next.access_token)).toBe(true);
          },
        };
      },
    },
    {
      name: 'refresh',
      async begin(alive) {
        const { refresh_token: token } = await getTokens(alive, client, username);
        return {
          call: (at) => refresh(at, token),
          async goOn() {
            const again = await refresh(alive, token);
            expect(again.status).toBe(200);
            expect(await isActive(alive, again.body.access_token)).toBe(true);
            expect((await refresh(alive, again.body.refresh_token)).status).toBe(200);
          },
        };
      },
    },
    {
      name: 'device',
      async begin(alive) {
        const { device, visitor, form } = await openDevice(alive);
        expect((await visitor.post(CONSENT, form)).status).toBe(200);
        return {
          call: (at) => poll(at, device.device_code),
          async goOn(isDone) {
            const again = await poll(alive, device.device_code);
            if (!isDone) return expect(again.status).toBe(200);
            expectOAuthError(again, 'invalid_grant');
            const next = await openDevice(alive);
            await next.visitor.post(CONSENT, next.form);
            expect((await poll(alive, next.device.device_code)).status).toBe(200);
          },
        };
      },
    },
    {
      name: 'log-in for a consent',
      async begin(alive) {
        const path = authorizePath(client).replace('authorize', 'interaction/login');
        return {
          call: (at) => new PageVisitor(at).post(path, logIn),
          async goOn() {
            const answer = await new PageVisitor(alive).post(path, logIn);
            expect([answer.status, answer.location]).toEqual([303, CONSENT]);
          },
        };
      },
    },
    {
      name: 'consent',
      async begin(alive) {
        const visitor = new PageVisitor(alive);
        const page = await openConsent(visitor, authorizePath(client), username);
        const form = { form_token: formTokenIn(page.html), decision: 'allow' };
        return {
          call: (at) => visiting(visitor, at).post(CONSENT, form),
          async goOn(isDone) {
            const again = await visitor.post(CONSENT, form);
            if (isDone) {
              expect(again.status).toBe(400);
              return void (await getTokens(alive, client, username));
            }
            expect((await exchange(alive, returnedTo(again)['code'] ?? '')).status).toBe(200);
          },
        };
      },
    },
    {
      name: 'consent for a device',
      async begin(alive) {
        const { device, visitor, form } = await openDevice(alive);
        return {
          call: (at) => visiting(visitor, at).post(CONSENT, form),
          async goOn(isDone) {
            expect((await visitor.post(CONSENT, form)).status).toBe(isDone ? 400 : 200);
            expect((await poll(alive, device.device_code)).status).toBe(200);
          },
        };
      },
    },
  ];
}
