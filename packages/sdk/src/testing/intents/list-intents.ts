import type { ExportIntentsInput, ListIntentsInput } from '@procurement-intents/contract';
import {
  asNdjson,
  ExportCourse,
  listDigest,
  matchIntents,
  planExport,
  planPage,
  presentExported,
  presentPage,
  resolveAliases,
} from '@procurement-intents/domain';
import { hashText } from '../hash-text.ts';
import type { Operation } from '../operation.ts';

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
  const all = { appId, ...new ExportCourse(plan).next(), take: Infinity };
  const { intents } = matchIntents(store.all(), all);
  const { type, line, end } = asNdjson((intent: (typeof intents)[number]) =>
    presentExported(intent, plan, language),
  );
  const body = [...intents.map(line), end(intents.length)].join('');
  return { status: 200, data: null, headers: { Vary: 'Accept-Encoding' }, text: { type, body } };
};
