import { timingSafeEqual } from 'node:crypto';
import type { OAuthPagesContract } from '@procurement-intents/contract/oauth';
import { OAUTH_LIMITS, OAUTH_PAGE_ROUTES } from '@procurement-intents/contract/oauth';
import { BearerError } from '@procurement-intents/domain/bearer';
import { type GivenParameters, valueOf } from '@procurement-intents/domain/oauth';
import type { Actor } from '../../audit/record-change.ts';
import { addressKey } from '../../address-key.ts';
import { type HandlersOf, TextBody } from '../../http/handler.ts';
import type { RequestContext } from '../../http/request-context.ts';
import {
  approve,
  beginInteraction,
  type Decided,
  deny,
  findDevice,
  findInteraction,
  formTokenOf,
  type PersonLogin,
  type PendingQuestion,
  readAuthorization,
} from '../interactions.ts';
import type { OAuthContext } from '../oauth-context.ts';
import type { InteractionView } from '../store/interaction-store.ts';
import { pageHeaders, type PageParts, renderPage } from './layout.ts';
import type { PageText } from './texts.ts';
import { consentPage, devicePage, formTargetOf, loginPage, messagePage } from './views.ts';

const COOKIE = '__Host-interaction';
const COOKIE_ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';
const COOKIE_VALUE = new RegExp(`(?:^|; *)${COOKIE}=([0-9A-Za-z]{43})(?:;|$)`);

type Status = 200 | 400 | 403 | 429;

/** A page as the pipeline sends it. Its contract says that the body is text. */
function page(
  request: RequestContext,
  parts: PageParts,
  { status = 200, headers = pageHeaders() }: { status?: Status; headers?: Record<string, string> } = {},
) {
  const body = new TextBody('text/html; charset=utf-8', renderPage(request.language, parts));
  return { status, headers, body: body as unknown as string };
}

const message = (request: RequestContext, status: Status, title: PageText, text: PageText) =>
  page(request, messagePage(request.language, title, text), { status });

/** 303: a browser follows with GET and sends no password on. RFC 9700, 4.12. */
function redirect(location: string, headers: Record<string, string> = {}) {
  const body = new TextBody('text/html; charset=utf-8', '') as unknown as string;
  return { status: 303 as const, headers: { ...pageHeaders(), Location: location, ...headers }, body };
}

const rawQueryOf = ({ req }: RequestContext): string => req.url.slice(req.url.indexOf('?') + 1);

const loginOf = (body: GivenParameters, { ip }: RequestContext): PersonLogin => ({
  username: textOf(body, 'username'),
  password: textOf(body, 'password'),
  address: addressKey(ip),
});

function textOf(body: GivenParameters, name: string): string {
  const value = body[name];
  return typeof value === 'string' && value.length <= 1024 ? value : '';
}

type PageHandlers = HandlersOf<OAuthPagesContract>;

/** The handlers of what a person sees. */
export const oauthPageHandlers = (context: OAuthContext): PageHandlers => ({
  ...loginHandlers(context),
  ...consentHandlers(context),
  ...deviceHandlers(context),
});

function loginHandlers(context: OAuthContext): Pick<PageHandlers, 'authorize' | 'showLogin' | 'logIn'> {
  return {
    authorize: async ({ query }, request) => {
      const { kind } = await readAuthorization(context, query);
      if (kind !== 'ask') return showLogin(context, request, query);
      return redirect(`${OAUTH_PAGE_ROUTES.showLogin.path}?${rawQueryOf(request)}`);
    },
    showLogin: async ({ query }, request) => showLogin(context, request, query),
    logIn: ({ query, body }, request) =>
      refuseMany(request, async () => {
        if (!isOwnForm(context, request)) return message(request, 403, 'problem', 'foreign');
        const { client, ...decision } = await readAuthorization(context, query);
        if (decision.kind !== 'ask' || !client) return showLogin(context, request, query);
        const question = { clientId: client.id, scopes: decision.request.scopes, request: decision.request };
        const next = await logIn(context, request, { question, body });
        return next ?? showLogin(context, request, query, 'wrongPassword');
      }),
  };
}

function deviceHandlers(context: OAuthContext): Pick<PageHandlers, 'showDevice' | 'confirmDevice'> {
  return {
    showDevice: async ({ query }, request) => showDevice(request, textOf(query, 'user_code')),
    confirmDevice: ({ body }, request) =>
      refuseMany(request, async () => {
        if (!isOwnForm(context, request)) return message(request, 403, 'problem', 'foreign');
        const userCode = textOf(body, 'user_code');
        const device = await findDevice(context, userCode, addressKey(request.ip));
        if (!device) return showDevice(request, userCode, 'wrongCode');
        const question = { clientId: device.clientId, scopes: device.scopes, device };
        const next = await logIn(context, request, { question, body });
        return next ?? showDevice(request, userCode, 'wrongPassword');
      }),
  };
}

function consentHandlers(context: OAuthContext): Pick<PageHandlers, 'showConsent' | 'decideConsent'> {
  return {
    showConsent: async (_input, request) => showConsent(context, request),
    decideConsent: async ({ body }, request) => {
      const secret = secretOf(request);
      if (!isOwnForm(context, request) || secret === undefined || !isFormToken(body, secret))
        return message(request, 403, 'problem', 'foreign');
      const row = await findInteraction(context, secret);
      if (!row) return message(request, 400, 'problem', 'over');
      const isAllowed = valueOf(body, 'decision') === 'allow' && row.scopes.length > 0;
      const decided = isAllowed
        ? await approve(context, row, actorOf(row, request))
        : await deny(context, row);
      return showDecided(request, decided, isAllowed);
    },
  };
}

/** Browsers say from which site a form comes. RFC 9700, 4.7. */
const isOwnForm = ({ issuer }: OAuthContext, { req }: RequestContext): boolean =>
  req.headers.origin === issuer();

const secretOf = ({ req }: RequestContext): string | undefined =>
  COOKIE_VALUE.exec(req.headers.cookie ?? '')?.[1];

/** The log-in page for an authorization request, or what else the request leads to. */
async function showLogin(
  context: OAuthContext,
  request: RequestContext,
  query: GivenParameters,
  problem: PageText | null = null,
) {
  const { client, ...decision } = await readAuthorization(context, query);
  if (decision.kind === 'redirect') return redirect(decision.location);
  if (decision.kind === 'page' || !client) {
    const isKnown = decision.kind === 'page' && decision.problem === 'redirect_uri';
    return message(request, 400, 'problem', isKnown ? 'wrongRedirect' : 'unknownClient');
  }
  const shown = { language: request.language, problem };
  const parts = loginPage(shown, { clientName: client.name, query: rawQueryOf(request) });
  return page(request, parts, { status: statusOf(problem) });
}

const showDevice = (request: RequestContext, userCode: string, problem: PageText | null = null) =>
  page(request, devicePage({ language: request.language, problem }, userCode), { status: statusOf(problem) });

const statusOf = (problem: PageText | null): Status => (problem === null ? 200 : 400);

/** Logs the person in and goes on to the consent page; null when the password is wrong. */
async function logIn(
  context: OAuthContext,
  request: RequestContext,
  { question, body }: { question: PendingQuestion; body: GivenParameters },
) {
  try {
    const secret = await beginInteraction(context, question, loginOf(body, request));
    const cookie = `${COOKIE}=${secret}; Max-Age=${OAUTH_LIMITS.interactionSeconds}; ${COOKIE_ATTRIBUTES}`;
    return redirect(OAUTH_PAGE_ROUTES.showConsent.path, { 'Set-Cookie': cookie });
  } catch (error) {
    if (error instanceof BearerError && error.code === 'unauthorized') return null;
    throw error;
  }
}

async function showConsent(context: OAuthContext, request: RequestContext) {
  const secret = secretOf(request);
  const row = secret === undefined ? null : await findInteraction(context, secret);
  if (!row || secret === undefined) return message(request, 400, 'problem', 'over');
  const { client, user, scopes, redirectUri } = row;
  const view = { clientName: client.name, person: user, scopes, redirectUri, formToken: formTokenOf(secret) };
  const headers = pageHeaders(formTargetOf(redirectUri));
  return page(request, consentPage(request.language, view), { headers });
}

function showDecided(request: RequestContext, decided: Decided, isAllowed: boolean) {
  if (!decided.ok) return message(request, 400, 'problem', 'over');
  const cookie = { 'Set-Cookie': `${COOKIE}=; Max-Age=0; ${COOKIE_ATTRIBUTES}` };
  if (decided.location !== null) return redirect(decided.location, cookie);
  const [title, text] = isAllowed
    ? (['approved', 'approvedText'] as const)
    : (['denied', 'deniedText'] as const);
  return page(request, messagePage(request.language, title, text), {
    headers: { ...pageHeaders(), ...cookie },
  });
}

/** Too many failures are told on a page. */
async function refuseMany<T>(request: RequestContext, work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BearerError) || error.code !== 'rate_limited') throw error;
    const { headers, ...answer } = message(request, 429, 'problem', 'tooMany');
    return { ...answer, headers: { ...headers, 'Retry-After': '1', ...error.headers } };
  }
}

function isFormToken(body: GivenParameters, secret: string): boolean {
  const [given, wanted] = [Buffer.from(textOf(body, 'form_token')), Buffer.from(formTokenOf(secret))];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

const actorOf = ({ userId }: InteractionView, { ip, requestId }: RequestContext): Actor => ({
  kind: 'user',
  id: userId,
  userId,
  ip,
  requestId,
});
