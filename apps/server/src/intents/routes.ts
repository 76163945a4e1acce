import { SIGNING_HEADERS } from '@procurement-intents/contract';
import {
  presentCancelled,
  presentCreated,
  presentEvent,
  presentIntent,
  readCreateKeys,
} from '@procurement-intents/domain';
import { success } from '../edge/answer.ts';
import { callerOf, contextOf } from '../edge/request-context.ts';
import type { Handlers } from '../edge/mount-contract.ts';
import { cancelIntent } from './cancel-intent.ts';
import type { Target } from './change-intent.ts';
import { createIntent } from './create-intent.ts';
import { deleteIntent } from './delete-intent.ts';
import type { IntentsContext } from './intents-context.ts';
import { listIntents } from './list-intents.ts';
import { loadIntent } from './load-intent.ts';
import type { IntentRow } from './store/intent-row.ts';
import { submitIntent } from './submit-intent.ts';
import { updateIntent } from './update-intent.ts';
import type { Request, Response } from 'express';

type IntentHandlers = Omit<Handlers, 'getHealth'>;

function targetOf(req: Request, id: string): Target {
  return { appId: callerOf(req).id, id, ifMatch: req.get('if-match') };
}

function answerIntent(req: Request, res: Response, row: IntentRow) {
  res.setHeader('ETag', `"${row.version}"`);
  return success(200, presentIntent(row, contextOf(req).language));
}

/** One handler an operation; each calls a verb and presents what it returns. */
export function intentHandlers(context: IntentsContext): IntentHandlers {
  return {
    createIntent: async ({ body, req, res }) => {
      const { rawBody, signal } = contextOf(req);
      const request = {
        appId: callerOf(req).id,
        body,
        rawBody,
        ...readCreateKeys(req.get('idempotency-key'), req.get(SIGNING_HEADERS.signature) ?? ''),
        signal,
      };
      const { row, isReplay } = await createIntent(context, request);
      if (isReplay) res.setHeader('Idempotency-Replayed', 'true');
      // A replay tells of the intent as it was made: with a later version, its caller would overwrite unseen changes.
      res.setHeader('ETag', '"1"');
      return success(201, presentCreated(row));
    },
    listIntents: async ({ query, req }) =>
      success(200, await listIntents(context, callerOf(req).id, query, contextOf(req))),
    getIntent: async ({ params, req, res }) =>
      answerIntent(req, res, await loadIntent(context, callerOf(req).id, params.id)),
    updateIntent: async ({ params, body, req, res }) =>
      answerIntent(req, res, await updateIntent(context, targetOf(req, params.id), body)),
    submitIntent: async ({ params, req, res }) =>
      answerIntent(req, res, await submitIntent(context, targetOf(req, params.id), contextOf(req).signal)),
    cancelIntent: async ({ params, req, res }) => {
      const row = await cancelIntent(context, targetOf(req, params.id), contextOf(req).signal);
      res.setHeader('ETag', `"${row.version}"`);
      return success(200, presentCancelled(row));
    },
    deleteIntent: async ({ params, req }) => {
      await deleteIntent(context, targetOf(req, params.id));
      return success(200, null);
    },
    listIntentEvents: async ({ params, req }) => {
      const { id } = await loadIntent(context, callerOf(req).id, params.id);
      return success(200, { items: (await context.intents.listEvents(id)).map(presentEvent) });
    },
  };
}
