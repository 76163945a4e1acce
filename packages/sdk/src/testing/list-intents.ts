import { type ExportIntentsInput, type ListIntentsInput, NDJSON_TYPE } from '@procurement-intents/contract';
import {
  exportEnd,
  exportLine,
  exportPage,
  listDigest,
  matchIntents,
  planExport,
  planPage,
  presentPage,
  resolveAliases,
} from '@procurement-intents/domain';
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

/** All of the App's intents, as one text. */
export const exportIntents: Operation = ({ store, clock }, { app: { appId }, query, language }) => {
  const plan = planExport(resolveAliases(query as ExportIntentsInput), clock.now());
  const all = { appId, ...exportPage(plan, plan.after), take: Infinity };
  const { intents } = matchIntents(store.all(), all);
  const lines = intents.map((intent) => exportLine(intent, plan, language));
  const body = [...lines, exportEnd(intents.length)].join('');
  return { status: 200, data: null, text: { type: NDJSON_TYPE, body } };
};
