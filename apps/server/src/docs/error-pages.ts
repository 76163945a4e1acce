import { readFileSync } from 'node:fs';

/** An error of the API, as `openapi/errors.json` describes it. Texts have Markdown's code spans and no other markup. */
export interface ErrorDescription {
  name: string;
  code: number;
  status: number;
  en: string;
  zh: string;
  cause: string;
  fix: string;
  repeat: string;
  givenBy: string;
  body: unknown;
}

/** A document by its path. */
export interface HtmlPage {
  path: string;
  html: string;
}

const ROOT = '/docs/errors';

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const inline = (text: string): string => escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

const toDocument = (title: string, content: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escape(title)}</title>
    <link rel="stylesheet" href="/docs/text.css" />
  </head>
  <body>
    <nav><a href="/docs">API reference</a> <a href="${ROOT}">All errors</a></nav>
    <main>
${content}
    </main>
  </body>
</html>
`;

function toErrorPage(error: ErrorDescription): HtmlPage {
  const { name, code, status, en, zh, cause, fix, repeat, givenBy, body } = error;
  const content = `<h1>${escape(name)}</h1>
<p>Code ${code}, HTTP ${status}. ${inline(en)} (<span lang="zh">${escape(zh)}</span>).</p>
<h2>What happened</h2>
<p>${inline(cause)}</p>
<h2>How to fix it</h2>
<p>${inline(fix)}</p>
<h2>Repeat the same call?</h2>
<p>${inline(repeat)}</p>
<h2>Given by</h2>
<p>${inline(givenBy)}</p>
<h2>Example</h2>
<pre><code>${escape(JSON.stringify(body, null, 2))}</code></pre>`;
  return { path: `${ROOT}/${name}`, html: toDocument(`${name} (${code})`, content) };
}

function toIndex(errors: readonly ErrorDescription[]): HtmlPage {
  const rows = errors.map(
    ({ name, code, status, en }) =>
      `<tr><td>${code}</td><td>${status}</td><td><a href="${ROOT}/${name}">${escape(name)}</a></td><td>${inline(en)}</td></tr>`,
  );
  const content = `<h1>Errors</h1>
<p>The header <code>X-Error-Name</code> of a response has the name of its error.</p>
<table>
<thead><tr><th>Code</th><th>HTTP</th><th>Name</th><th>Meaning</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`;
  return { path: ROOT, html: toDocument('Errors of the Procurement Intent Service', content) };
}

/** A response without a name did not come from the service. */
const UNKNOWN: HtmlPage = {
  path: `${ROOT}/UNKNOWN`,
  html: toDocument(
    'UNKNOWN',
    `<h1>UNKNOWN</h1>
<p>The response has no <code>X-Error-Name</code>. Either something in front of the service answered, such as a proxy, or it
removed the header. Look at the status and the body of the response, and let your proxies pass the header on.</p>`,
  ),
};

/** Reads the committed descriptions. Throws when the file is missing. */
export const readErrorDescriptions = (file: string): ErrorDescription[] =>
  JSON.parse(readFileSync(file, 'utf8')) as ErrorDescription[];

/** One page for each error, at `/docs/errors/<name>`, and an index at `/docs/errors`. */
export const errorPages = (errors: readonly ErrorDescription[]): HtmlPage[] => [
  toIndex(errors),
  UNKNOWN,
  ...errors.map(toErrorPage),
];
