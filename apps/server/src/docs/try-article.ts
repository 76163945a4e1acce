import type { Config } from '../config/config.ts';
import type { CallParameter, OperationDescription } from '@procurement-intents/contract';
import { escapeHtml } from '../escape-html.ts';
import type { Article } from './html.ts';
import { operationPath, TRY_PATH } from './site-map.ts';

export interface TryOptions {
  /** Whether calls may be sent from the page. */
  canSend: boolean;
  /** An address that the service accepts as a product's page, for the example of a create; null for none. */
  productUrl: string | null;
}

/** Calls are sent from the reference outside production only, where the first shop is the sandbox's unless it is set. */
export function tryOptions({
  isProduction,
  platforms: [platform],
}: Pick<Config, 'isProduction' | 'platforms'>): TryOptions {
  const prefix = platform?.productUrlPrefixes[0];
  return { canSend: !isProduction, productUrl: prefix === undefined ? null : `${prefix}ordinary` };
}

const TITLE = 'Try a call';
const EXAMPLE_QUERY = 'pageSize=5';

const field = (label: string, control: string): string =>
  `<label><span>${escapeHtml(label)}</span>${control}</label>`;

/**
 * Not `name`, which would hide a property of the form, such as its id. Optional headers are empty, because an example would
 * change what the call does.
 */
function parameterField({ name, in: where, example }: CallParameter): string {
  const isRequired = where === 'path';
  const attributes = `data-name="${escapeHtml(name)}" data-in="${where}" placeholder="${escapeHtml(example)}"`;
  const control = `<input ${attributes}${isRequired ? ' required' : ''} autocomplete="off" spellcheck="false" />`;
  return field(isRequired ? `${name}, in the path` : `${name}, a header`, control);
}

function exampleBody(body: unknown, productUrl: string | null): string {
  const isPurchase = typeof body === 'object' && body !== null && 'productUrl' in body;
  return JSON.stringify(isPurchase && productUrl !== null ? { ...body, productUrl } : body, null, 2);
}

function operationForm(operation: OperationDescription, { productUrl }: TryOptions): string {
  const { id, method, path, summary, parameters, hasQuery, isSigned, body } = operation;
  const fields = parameters.map(parameterField);
  if (hasQuery) {
    fields.push(
      field('Query', `<input name="query" value="${EXAMPLE_QUERY}" autocomplete="off" spellcheck="false" />`),
    );
  }
  if (body !== null) {
    const text = escapeHtml(exampleBody(body, productUrl));
    fields.push(field('Body', `<textarea name="body" rows="14" spellcheck="false">${text}</textarea>`));
  }
  return `<form id="${id}" data-method="${method}" data-path="${escapeHtml(path)}" data-signed="${isSigned}" hidden>
<p class="call"><code><b>${method}</b> ${escapeHtml(path)}</code> <a href="${operationPath(id)}">${escapeHtml(summary)}</a></p>
${fields.join('\n')}
<p><button type="submit">Send</button></p>
</form>`;
}

function formsHtml(operations: readonly OperationDescription[], options: TryOptions): string {
  const choices = operations.map(
    ({ id, summary }) => `<option value="${id}">${escapeHtml(summary)}</option>`,
  );
  return `<p>The page signs with WebCrypto and sends to this service. The secret stays in the memory of this tab: it is not stored,
and it is gone when you leave the page. Use an App of a test environment; <code>npm start</code> makes one and prints its id
and secret.</p>
<noscript><p>This page needs JavaScript.</p></noscript>
<div id="caller">
${field('App id', '<input id="app-id" autocomplete="off" spellcheck="false" />')}
${field('App secret', '<input id="app-secret" type="password" autocomplete="off" />')}
${field('Operation', `<select id="operation">${choices.join('')}</select>`)}
</div>
${operations.map((operation) => operationForm(operation, options)).join('\n')}
<section id="answer" aria-live="polite" aria-label="Answer"></section>`;
}

const REFUSAL = `<p>This service runs in production, where a call can buy. Its pages send none, and the browser is told to refuse
any that they would send. Try calls in a <a href="/docs/guides/test-your-integration#in-a-test-environment">test environment</a>, or
send them from your own program: each <a href="/docs">operation</a> has samples in six languages.</p>`;

/** The page that signs and sends calls, or says why it does not. */
export function tryArticle(operations: readonly OperationDescription[], options: TryOptions): Article {
  const body = options.canSend ? formsHtml(operations, options) : REFUSAL;
  return {
    path: TRY_PATH,
    title: TITLE,
    content: `<h1>${TITLE}</h1>\n${body}`,
    headings: [],
    entries: [{ url: TRY_PATH, page: TITLE, title: TITLE, text: 'sign and send a request from the page' }],
    ...(options.canSend && { script: '/docs/try.js' }),
  };
}
