import { DEVICE_GRANT, OAUTH_LIMITS } from '@procurement-intents/contract/oauth';
import { ValidationError } from '@procurement-intents/domain';
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
    async insert(row: ClientRow) {
      rows.set(row.id, row);
      return { isReplay: false };
    },
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
const target = (id: string) => ({ id, ifMatch: undefined, actor: SERVICE });
const create = (input: NewClient) => createClient(openClients().context, input, { actor: SERVICE });

describe('a new client', () => {
  it('is stored with the hash of its secret, which is shown once', async () => {
    const { context, rows } = openClients();
    const { client, secret } = await createClient(context, { ...WEB, name: ' Ledger ' }, { actor: SERVICE });
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

  it('that nobody may have is not stored', async () => {
    const { context, rows } = openClients();
    const input = { ...WEB, redirectUris: [] };
    await expect(createClient(context, input, { actor: SERVICE })).rejects.toThrow(ValidationError);
    expect(rows.size).toBe(0);
  });
});

describe('a secret that is replaced', () => {
  it('is valid beside the new one until the overlap is over', async () => {
    const { context, rows, actions } = openClients();
    const { client, secret } = await createClient(context, WEB, { actor: SERVICE });
    const next = await rotateClientSecret(context, { ...target(client.id), overlapSeconds: 60 });
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
    const rotate = (id: string) => rotateClientSecret(context, { ...target(id), overlapSeconds: 0 });
    const tool = await createClient(context, TOOL, { actor: SERVICE });
    const web = await createClient(context, WEB, { actor: SERVICE });
    await expect(rotate(tool.client.id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(rotate('cli_none')).rejects.toMatchObject({ code: 'not_found' });
    await expect(rotate(web.client.id)).rejects.toMatchObject({ errorName: 'UNAVAILABLE' });
  });
});

describe('a client that is disabled', () => {
  it('is recorded once, and enabled again', async () => {
    const { context, rows, actions } = openClients();
    const { id } = (await createClient(context, WEB, { actor: SERVICE })).client;
    const set = (isDisabled: boolean) => setClientDisabled(context, { ...target(id), isDisabled });
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
    const { id } = (await createClient(context, WEB, { actor: SERVICE })).client;
    const disabling = setClientDisabled(context, { ...target(id), isDisabled: true });
    await expect(disabling).rejects.toMatchObject({ errorName: 'UNAVAILABLE' });
  });
});
