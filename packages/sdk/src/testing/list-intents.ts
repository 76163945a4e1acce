import type { ListIntentsInput } from '@procurement-intents/contract';
import { listDigest, matchIntents, planPage, presentPage, resolveAliases } from '@procurement-intents/domain';
import { hashText } from './hash-text.ts';
import type { Operation } from './operation.ts';

/** One page of the App's intents. */
export const listIntents: Operation = async ({ store }, call) => {
  const { appId } = call.app;
  const query = resolveAliases(call.query as ListIntentsInput);
  const plan = planPage(appId, query, await listDigest(appId, query, hashText));
  const { intents, total } = matchIntents(store.all(), plan.request);
  return { status: 200, data: presentPage(plan, intents, { total, language: call.language }) };
};
