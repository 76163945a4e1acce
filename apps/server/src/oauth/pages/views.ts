import type { Language } from '@procurement-intents/contract';
import { type Scope, SCOPES } from '@procurement-intents/contract/bearer';
import { OAUTH_PAGE_ROUTES } from '@procurement-intents/contract/oauth';
import { kindOfRedirectUri } from '@procurement-intents/domain/oauth';
import { escapeHtml } from '../../escape-html.ts';
import { type PageParts } from './layout.ts';
import { type PageText, textIn } from './texts.ts';

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;
const alert = (language: Language, text: PageText | null): string =>
  text === null ? '' : `<p role="alert">${escapeHtml(textIn(language, text))}</p>\n`;

function field(language: Language, name: 'username' | 'password' | 'user_code', value = ''): string {
  const [text, attributes] = {
    username: ['username', 'autocomplete="username" autocapitalize="none" spellcheck="false"'],
    password: ['password', 'type="password" autocomplete="current-password"'],
    user_code: ['userCode', 'autocomplete="off" autocapitalize="characters" spellcheck="false"'],
  }[name] as [PageText, string];
  return `<label for="${name}">${escapeHtml(textIn(language, text))}</label>
<input id="${name}" name="${name}" value="${escapeHtml(value)}" required maxlength="1024" ${attributes}>`;
}

const form = (action: string, content: string): string =>
  `<form method="post" action="${escapeHtml(action)}">\n${content}\n</form>`;

const button = (language: Language, text: 'logIn' | 'allow' | 'deny', attributes = ''): string =>
  `<button type="submit"${attributes}>${escapeHtml(textIn(language, text))}</button>`;

/** What a page says beside its form. */
interface Shown {
  language: Language;
  /** What was wrong with the last try. */
  problem: PageText | null;
}

/** @param query - of the authorization request, which the form sends again. */
export function loginPage(
  { language, problem }: Shown,
  { clientName, query }: { clientName: string; query: string },
): PageParts {
  const fields = [field(language, 'username'), field(language, 'password'), button(language, 'logIn')];
  return {
    title: textIn(language, 'wantsAccess', { client: clientName }),
    main: `${alert(language, problem)}${paragraph(textIn(language, 'logInFirst'))}
${form(`${OAUTH_PAGE_ROUTES.logIn.path}?${query}`, fields.join('\n'))}`,
  };
}

/** @param userCode - as it was typed, or given in the link. */
export function devicePage({ language, problem }: Shown, userCode: string): PageParts {
  const fields = [
    field(language, 'user_code', userCode),
    field(language, 'username'),
    field(language, 'password'),
    button(language, 'logIn'),
  ];
  return {
    title: textIn(language, 'deviceTitle'),
    main: `${alert(language, problem)}${paragraph(textIn(language, 'deviceText'))}
${form(OAUTH_PAGE_ROUTES.confirmDevice.path, fields.join('\n'))}`,
  };
}

export interface ConsentQuestion {
  clientName: string;
  person: { displayName: string; username: string };
  scopes: readonly Scope[];
  /** Null: a device. */
  redirectUri: string | null;
  formToken: string;
}

export function consentPage(language: Language, view: ConsentQuestion): PageParts {
  const { clientName, person, scopes, redirectUri, formToken } = view;
  // No scope is needed for the person's own profile.
  const abilitiesInWords = [
    ...scopes.map((scope) => SCOPES[scope][language]),
    textIn(language, 'profileToo'),
  ];
  const items = abilitiesInWords.map((words) => `<li>${escapeHtml(words)}</li>`).join('\n');
  const canAllow = scopes.length > 0;
  const abilities = canAllow
    ? `<strong id="abilities">${escapeHtml(textIn(language, 'willBeAble'))}</strong>
<ul aria-labelledby="abilities">
${items}
</ul>`
    : alert(language, 'nothing');
  const buttons = [
    ...(canAllow ? [button(language, 'allow', ' name="decision" value="allow"')] : []),
    button(language, 'deny', ' name="decision" value="deny" class="second"'),
  ];
  return {
    title: textIn(language, 'consentTitle', { client: clientName }),
    main: `${paragraph(textIn(language, 'actingAs', { person: `${person.displayName} (${person.username})` }))}
${abilities}
<strong>${escapeHtml(textIn(language, 'goesTo'))}</strong>
${paragraph(describeTarget(language, redirectUri))}
${form(OAUTH_PAGE_ROUTES.decideConsent.path, `<input type="hidden" name="form_token" value="${formToken}">\n${buttons.join('\n')}`)}`,
  };
}

function describeTarget(language: Language, redirectUri: string | null): string {
  if (redirectUri === null) return textIn(language, 'goesToDevice');
  const { origin, protocol } = new URL(redirectUri);
  const kind = kindOfRedirectUri(redirectUri);
  if (kind === 'https') return origin;
  return textIn(language, 'goesToApp', { address: kind === 'private' ? protocol : origin });
}

/** Where the answer goes, as a source of a Content-Security-Policy. */
export function formTargetOf(redirectUri: string | null): string | null {
  if (redirectUri === null) return null;
  const { origin, protocol, hostname } = new URL(redirectUri);
  // A policy can name neither a private scheme's host nor an IPv6 address.
  return kindOfRedirectUri(redirectUri) === 'private' || hostname.startsWith('[') ? protocol : origin;
}

/** A page that only says something. */
export const messagePage = (language: Language, title: PageText, text: PageText): PageParts => ({
  title: textIn(language, title),
  main: paragraph(textIn(language, text)),
});
