import { DEVICE_GRANT, OAUTH_LIMITS } from '@procurement-intents/contract/oauth';
import { describe, expect, it } from 'vitest';
import { SERVICE } from '../audit/record-change.ts';
import { hashOf } from '../new-token.ts';
import { createClient, type NewClient, rotateClientSecret, setClientDisabled } from './manage-clients.ts';
import type { ClientChanges, ClientRow } from './store/client-store.ts';

const NOW = new Date('2026-11-23T12:00:00.000Z');

/** Clients in memory, with what was recorded of their changes. */
function openClients({ isBusy = false } = {}) {
  const rows = new Map<string, ClientRow>();
  const actions: string[] = [];
  const clients = {
    find: async (id: string) => rows.get(id) ?? null,
    insert: async (row: ClientRow) => void rows.set(row.id, row),
    async update(before: ClientRow, { action, changes }: { action: string; changes: ClientChanges }) {
      if (isBusy) return null;
      actions.push(action);
      const after = { ...before, ...changes, version: before.version + 1 };
      rows.set(before.id, after);
      return after;
    },
  };
  return { context: { clients: clients as never, clock: { now: () => NOW } }, rows, actions };
}

const WEB: NewClient = {
  name: 'Ledger',
  scopes: ['read:orders'],
  grantTypes: ['authorization_code', 'refresh_token'],
  redirectUris: ['https://app.example/cb'],
};
const TOOL: NewClient = { ...WEB, isPublic: true, grantTypes: [DEVICE_GRANT], redirectUris: [] };
const create = (input: NewClient) => createClient(openClients().context, input, SERVICE);

describe('a new client', () => {
  it('is stored with the hash of its secret, which is shown once', async () => {
    const { context, rows } = openClients();
    const { client, secret } = await createClient(context, { ...WEB, name: ' Ledger ' }, SERVICE);
    expect(secret).toMatch(/^cs_[0-9A-Za-z]{43}$/);
    expect(rows.get(client.id)).toEqual({
      id: expect.stringMatching(/^cli_[0-9a-f]{32}$/),
      name: 'Ledger',
      secretHash: hashOf(secret ?? ''),
      previousSecretHash: null,
      previousSecretUntil: null,
      redirectUris: ['https://app.example/cb'],
      scopes: ['read:orders'],
      grantTypes: ['authorization_code', 'refresh_token'],
      isPublic: false,
      makerId: null,
      disabledAt: null,
      createdAt: NOW,
      updatedAt: NOW,
      version: 1,
    });
  });

  it('that is public has no secret', async () => {
    const { client, secret } = await create({ ...TOOL, makerId: 'usr_1' });
    expect([secret, client.secretHash, client.isPublic, client.makerId]).toEqual([null, null, true, 'usr_1']);
  });

  it.each<[string, NewClient]>([
    ['one character', { ...WEB, name: '采' }],
    ['100 characters', { ...WEB, name: 'x'.repeat(100) }],
    ['the device grant with refresh tokens', { ...TOOL, grantTypes: [DEVICE_GRANT, 'refresh_token'] }],
    ['client credentials', { ...WEB, grantTypes: ['client_credentials'], redirectUris: [] }],
    ['no list of redirect URIs', { name: 'x', scopes: ['admin'], grantTypes: ['client_credentials'] }],
    ['a private scheme', { ...WEB, isPublic: true, redirectUris: ['com.example.app:/cb'] }],
    [
      'as many redirect URIs as may be',
      {
        ...WEB,
        redirectUris: Array.from({ length: OAUTH_LIMITS.redirectUris }, (_, at) => `https://a${at}.example`),
      },
    ],
  ])('may have %s', async (_what, input) => {
    expect((await create(input)).client.version).toBe(1);
  });

  it.each<[string, NewClient, RegExp]>([
    ['no name', { ...WEB, name: ' ' }, /1 to 100 characters, all of them printable/],
    ['a long name', { ...WEB, name: 'x'.repeat(101) }, /1 to 100 characters/],
    ['a name of two lines', { ...WEB, name: 'a\nb' }, /printable/],
    ['a name with a line separator', { ...WEB, name: 'a\u2028b' }, /printable/],
    ['a name with a paragraph separator', { ...WEB, name: 'a\u2029b' }, /printable/],
    ['no scope', { ...WEB, scopes: [] }, /at least one scope/],
    ['no grant', { ...WEB, grantTypes: [] }, /at least one grant type/],
    ['no redirect URI', { ...WEB, redirectUris: [] }, /authorization_code needs a redirect URI/],
    [
      'a needless redirect URI',
      { ...TOOL, redirectUris: ['https://app.example'] },
      /no other grant type takes one/,
    ],
    [
      'many redirect URIs',
      { ...WEB, redirectUris: Array.from({ length: 11 }, (_, at) => `https://a${at}.example`) },
      /at most 10 redirect URIs/,
    ],
    [
      'a refresh token alone',
      { ...WEB, grantTypes: ['refresh_token', 'client_credentials'], redirectUris: [] },
      /goes together with authorization_code or the device grant/,
    ],
    [
      'credentials without a secret',
      { ...TOOL, grantTypes: ['client_credentials'] },
      /public client has no credentials/,
    ],
    [
      'plain http',
      { ...WEB, redirectUris: ['http://app.example/cb'] },
      /http:\/\/app.example\/cb must be https/,
    ],
    [
      'one bad URI among good ones',
      { ...WEB, redirectUris: ['https://a.example', 'ftp://b.example'] },
      /must be https/,
    ],
    [
      'a private scheme and a secret',
      { ...WEB, redirectUris: ['com.example.app:/cb'] },
      /for a public client/,
    ],
  ])('may not have %s (RFC 6749, 3.1.2; RFC 8252, 7)', async (_what, input, message) => {
    const { context, rows } = openClients();
    await expect(createClient(context, input, SERVICE)).rejects.toMatchObject({
      name: 'ClientError',
      message: expect.stringMatching(message),
    });
    expect(rows.size).toBe(0);
  });
});

describe('a secret that is replaced', () => {
  it('is valid beside the new one until the overlap is over', async () => {
    const { context, rows, actions } = openClients();
    const { client, secret } = await createClient(context, WEB, SERVICE);
    const next = await rotateClientSecret(context, { id: client.id, overlapSeconds: 60 }, SERVICE);
    expect(next.secret).not.toBe(secret);
    expect(rows.get(client.id)).toMatchObject({
      secretHash: hashOf(next.secret ?? ''),
      previousSecretHash: hashOf(secret ?? ''),
      previousSecretUntil: new Date(NOW.getTime() + 60_000),
    });
    expect(actions).toEqual(['oauth_client.secret_rotated']);
  });

  it('is there: of a public client, of none, or of one that is changed meanwhile it is not', async () => {
    const { context } = openClients({ isBusy: true });
    const rotate = (id: string) => rotateClientSecret(context, { id, overlapSeconds: 0 }, SERVICE);
    const tool = await createClient(context, TOOL, SERVICE);
    const web = await createClient(context, WEB, SERVICE);
    await expect(rotate(tool.client.id)).rejects.toThrow(/is a public client: it has no secret/);
    await expect(rotate('cli_none')).rejects.toThrow('there is no client cli_none');
    await expect(rotate(web.client.id)).rejects.toThrow(/changed at the same moment/);
  });
});

describe('a client that is disabled', () => {
  it('is recorded once, and enabled again', async () => {
    const { context, rows, actions } = openClients();
    const { id } = (await createClient(context, WEB, SERVICE)).client;
    const set = (isDisabled: boolean) => setClientDisabled(context, { id, isDisabled }, SERVICE);
    await set(false);
    await set(true);
    await set(true);
    expect(rows.get(id)?.disabledAt).toEqual(NOW);
    await set(false);
    expect(rows.get(id)?.disabledAt).toBeNull();
    expect(actions).toEqual(['oauth_client.disabled', 'oauth_client.enabled']);
  });

  it('is not lost when it is changed at the same moment', async () => {
    const { context } = openClients({ isBusy: true });
    const { id } = (await createClient(context, WEB, SERVICE)).client;
    const disabling = setClientDisabled(context, { id, isDisabled: true }, SERVICE);
    await expect(disabling).rejects.toThrow(/changed at the same moment/);
  });
});
