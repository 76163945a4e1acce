import type { ConsoleContract, ConsoleSessionView } from '@procurement-intents/contract/console';
import { BearerError, checkConsolePage, consoleEnd } from '@procurement-intents/domain/bearer';
import { presentProfile } from '@procurement-intents/domain/company';
import { addressKey } from '../address-key.ts';
import { consoleCookie, csrfTokenOf, readConsoleCookie } from '../auth/bearer/console-cookie.ts';
import { actorOf } from '../http/actor-of.ts';
import type { HandlersOf } from '../http/handler.ts';
import type { RequestContext } from '../http/request-context.ts';
import { consoleSecretOf } from '../http/steps/find-holder.ts';
import { endConsoleSession, readConsoleSession } from '../identity/console-sessions.ts';
import { openSession } from '../identity/log-in.ts';
import { newDigits } from '../new-token.ts';
import type { ConsoleContext } from './console-context.ts';
import { createReportLog } from './policy-reports.ts';

const setCookie = ({ req }: RequestContext, secret: string | null) => ({
  'Set-Cookie': consoleCookie(secret, req.secure),
});

/** The secret of the session that calls. @throws BearerError `unauthorized` for a caller with another credential. */
function requireSecret(request: RequestContext): string {
  const secret = consoleSecretOf(request);
  if (secret === null) throw new BearerError('unauthorized');
  return secret;
}

/** What the page learns about its session. */
const presentSession = (
  { sandbox }: ConsoleContext,
  session: Pick<ConsoleSessionView, 'user'> & { secret: string; expiresAt: Date },
): ConsoleSessionView => ({
  user: session.user,
  csrfToken: csrfTokenOf(session.secret),
  expiresAt: session.expiresAt.toISOString(),
  ...(sandbox && { sandbox }),
});

/** The handlers of what the console's page calls beside /v1. */
export function consoleHandlers(context: ConsoleContext): HandlersOf<ConsoleContract> {
  const { identity, consoleSessions, origins, log } = context;
  const { clock, environment } = identity;
  const report = createReportLog(log, clock);
  return {
    openConsoleSession: async ({ body }, request) => {
      const { req, ip, requestId } = request;
      const site = { method: req.method, fetchSite: req.get('sec-fetch-site'), origin: req.headers.origin };
      checkConsolePage(site, { origins: origins() });
      const secret = newDigits();
      const { user, actor, expiresAt } = await openSession(identity, body, {
        address: addressKey(ip),
        ip,
        requestId,
        kind: 'console',
        secret,
        endOf: (now) => consoleEnd(now, now),
      });
      // The browser has the cookie of the session before no more.
      const former = readConsoleCookie(req.headers.cookie, req.secure);
      if (former !== null) await endConsoleSession({ ...identity, consoleSessions }, former, actor);
      const profile = presentProfile({ ...user, kind: 'user' }, environment);
      return {
        status: 200,
        headers: setCookie(request, secret),
        body: presentSession(context, { user: profile, secret, expiresAt }),
      };
    },
    getConsoleSession: async (_input, request) => {
      const session = await readConsoleSession({ consoleSessions, clock }, requireSecret(request));
      if (!session) throw new BearerError('unauthorized');
      const { secret, isNew, expiresAt } = session;
      return {
        status: 200,
        ...(isNew && { headers: setCookie(request, secret) }),
        body: presentSession(context, {
          user: presentProfile(request.holder, environment),
          secret,
          expiresAt,
        }),
      };
    },
    endConsoleSession: async (_input, request) => {
      requireSecret(request);
      await identity.sessions.remove(request.holder.credentialId, {
        actor: actorOf(request),
        at: clock.now(),
      });
      return { status: 204, headers: setCookie(request, null), body: undefined };
    },
    reportPolicyViolation: async (_input, { rawBody }) => {
      report(rawBody);
      return { status: 204, body: undefined };
    },
  };
}
