import type { ListIntentsInput } from '@procurement-intents/contract';
import {
  DIGEST_CHARS,
  encodeBase64Url,
  listBinding,
  matchIntents,
  planPage,
  presentPage,
  resolveAliases,
} from '@procurement-intents/domain';
import type { Operation } from './operation.ts';

/** One page of the App's intents. */
export const listIntents: Operation = async ({ store }, call) => {
  const { appId } = call.app;
  const query = resolveAliases(call.query as ListIntentsInput);
  const plan = planPage(appId, query, await digestOf(listBinding(appId, query)));
  const { intents, total } = matchIntents(store.all(), plan.request);
  return { status: 200, data: presentPage(plan, intents, { total, language: call.language }) };
};

async function digestOf(binding: string): Promise<string> {
  const hash = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(binding));
  return encodeBase64Url(String.fromCharCode(...new Uint8Array(hash))).slice(0, DIGEST_CHARS);
}
