import type { bearerContract } from '@procurement-intents/contract/bearer';
import { KEY_LIST } from '@procurement-intents/contract/company';
import { createdHeaders } from '@procurement-intents/domain';
import { BearerError } from '@procurement-intents/domain/bearer';
import { presentKey } from '@procurement-intents/domain/company';
import { actorOf } from '../http/actor-of.ts';
import { createKeyOf } from '../http/create-key-of.ts';
import type { HandlersOf } from '../http/handler.ts';
import { listPage } from '../http/list-page.ts';
import { createKey, type KeysContext, loadKey } from './manage-keys.ts';
import type { KeyColumn } from './store/key-list.ts';

type KeyHandlers = Pick<
  HandlersOf<typeof bearerContract>,
  'createApiKey' | 'listApiKeys' | 'getApiKey' | 'revokeApiKey'
>;

const KEYS = { definition: KEY_LIST, columns: {} as Partial<Record<string, KeyColumn>> };

/** The handlers of API keys, for administrators. */
export function keyHandlers(context: KeysContext): KeyHandlers {
  const { keys, clock } = context;
  return {
    createApiKey: async ({ body }, request) => {
      const { userId } = request.holder;
      if (userId === null)
        throw new BearerError('forbidden', {
          extras: { reason: 'a key acts for a user, and this client has none' },
        });
      const create = { actor: actorOf(request), key: createKeyOf(request, body) };
      const { row, key } = await createKey(context, { ...body, userId }, create);
      const { 'Idempotency-Replayed': replayed } = createdHeaders(key === null);
      const headers = replayed ? { 'Idempotency-Replayed': replayed } : {};
      return { status: 201, headers, body: { ...presentKey(row), ...(key !== null && { key }) } };
    },
    listApiKeys: async ({ query }) => ({
      status: 200,
      body: await listPage({ ...KEYS, read: keys.listPage, present: presentKey }, query),
    }),
    getApiKey: async ({ params }) => ({ status: 200, body: presentKey(await loadKey(context, params.id)) }),
    revokeApiKey: async ({ params }, request) => {
      await loadKey(context, params.id);
      await keys.revoke(params.id, { actor: actorOf(request), at: clock.now() });
      return { status: 204, body: undefined };
    },
  };
}
