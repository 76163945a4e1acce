import { json, raw, Router, urlencoded } from 'express';
import type { Request, Response } from 'express';
import type { DelayedResponses } from '../delayed-responses.ts';
import { drip, sendEndlessly } from '../pages/misbehave.ts';
import { type HookName, HOOKS, isHookName } from './behaviours.ts';
import { sendInbox } from './inbox-page.ts';
import type { InboxStore } from './inbox-store.ts';
import { readReceiverKey } from './receiver-key.ts';

const SLOW_MS = 10_000;
const DRIP_INTERVAL_MS = 1_000;
const RETRY_AFTER_SECONDS = 30;
/** A flaky receiver refuses so many deliveries of an id. */
const FLAKY_REFUSALS = 2;
const MAX_SECRETS = 10;
const INBOX = /^[A-Za-z0-9_-]{1,64}$/;

export interface HooksContext {
  inboxes: InboxStore;
  open: DelayedResponses;
  now: () => number;
  speed: number;
}

/** Receivers of webhooks: `/{inbox}` and `/{inbox}/{hook}` below the mount path. */
export function createHooks(ctx: HooksContext): Router {
  const router = Router({ caseSensitive: true });
  // Signatures cover the bytes as they arrived.
  const body = raw({ type: () => true, limit: '64kb', inflate: false });
  router.param('inbox', (_req, _res, next, inbox: string) => next(INBOX.test(inbox) ? undefined : 'router'));

  router.get('/:inbox', (req, res) => sendInbox(ctx.inboxes.read(req.params.inbox), req, res));
  router.delete('/:inbox', (req, res) => {
    ctx.inboxes.delete(req.params.inbox);
    res.status(204).end();
  });
  router.post('/:inbox', body, (req, res) => receive('ok', req.params.inbox, { ctx, req, res }));

  const secrets = [json({ limit: '16kb' }), urlencoded({ extended: false, limit: '16kb' })];
  router.put('/:inbox/secrets', ...secrets, (req, res) => {
    if (setSecrets(ctx, req, res)) res.status(204).end();
  });
  // The form of the page.
  router.post('/:inbox/secrets', ...secrets, (req, res) => {
    if (setSecrets(ctx, req, res)) res.redirect(303, `/hooks/${req.params['inbox']}`);
  });
  router.post('/:inbox/:hook', body, (req, res, next) => {
    const { inbox, hook } = req.params;
    return isHookName(hook) ? receive(hook, inbox, { ctx, req, res }) : next();
  });
  router.all('/:inbox/:hook', (req, res, next) => {
    if (isHookName(req.params.hook)) res.set('allow', 'POST').status(405).json({ reason: 'POST_ONLY' });
    else next();
  });
  return router;
}

interface Exchange {
  ctx: HooksContext;
  req: Request;
  res: Response;
}

/** Notes a delivery, and answers as the name of the receiver says. */
function receive(hook: HookName, inbox: string, { ctx, req, res }: Exchange): void | Promise<void> {
  // Without a body there is no Buffer.
  const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
  const delivery = { hook, headers: req.headers, body, receivedAtMs: ctx.now() };
  const status = ctx.inboxes.note(inbox, delivery, (attempt) =>
    hook === 'flaky' && attempt <= FLAKY_REFUSALS ? 503 : HOOKS[hook].status,
  );
  const answer = () => void res.status(status ?? 200).end();
  switch (hook) {
    case 'slow':
      return ctx.open.after(SLOW_MS / ctx.speed, res, answer);
    case '429':
      res.set('retry-after', String(RETRY_AFTER_SECONDS));
      return answer();
    case 'redirect':
      res.set('location', `/hooks/${inbox}/ok`);
      return answer();
    case 'hang':
      return ctx.open.hold(res);
    case 'drip':
      return drip(res, ctx.open, DRIP_INTERVAL_MS / ctx.speed);
    case 'huge':
      return sendEndlessly(res, ctx.open);
    default:
      return answer();
  }
}

/** Sets the secrets of an inbox: `{secrets: [...]}`, or a field of a form with white space between them. */
function setSecrets({ inboxes }: HooksContext, req: Request, res: Response): boolean {
  const { secrets } = (req.body ?? {}) as { secrets?: unknown };
  const given = typeof secrets === 'string' ? secrets.split(/\s+/).filter((each) => each !== '') : secrets;
  const list: unknown[] = Array.isArray(given) ? given : [null];
  const keys = list.flatMap((each) => (typeof each === 'string' ? (readReceiverKey(each) ?? []) : []));
  if (keys.length < list.length || list.length > MAX_SECRETS) {
    const message = `secrets must be at most ${MAX_SECRETS} texts, each a whole whsec_… or whpk_…`;
    res.status(400).json({ reason: 'BAD_SECRET', message });
    return false;
  }
  inboxes.setKeys(String(req.params['inbox']), keys);
  return true;
}
