import type { Request, Response } from 'express';
import { escapeHtml } from '../pages/product-html.ts';
import { HOOK_NAMES, HOOKS } from './behaviours.ts';
import { KEPT_DELIVERIES, type ShownDelivery, type ShownInbox } from './inbox-store.ts';

/** An inbox as a page or, on request, as JSON. */
export function sendInbox(inbox: ShownInbox, req: Request, res: Response): void {
  res.vary('accept').set('cache-control', 'no-store');
  if (req.accepts(['html', 'json']) === 'json') {
    res.json(inbox);
    return;
  }
  // What a delivery holds comes from elsewhere: nothing of it runs, whatever it is.
  res.set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'");
  const origin = `http://${req.headers.host ?? `127.0.0.1:${req.socket.localPort}`}`;
  res.send(renderInbox(inbox, `${origin}/hooks/${inbox.inbox}`));
}

function renderInbox({ inbox, secrets, deliveries }: ShownInbox, url: string): string {
  const hooks = HOOK_NAMES.map(
    (name) => `<dt><code>/${name}</code></dt><dd>${escapeHtml(HOOKS[name].behaviour)}</dd>`,
  );
  const shown = deliveries.map((each) => renderDelivery(each));
  const state =
    secrets === 0
      ? 'The inbox has none yet, so no signature is judged.'
      : `The inbox has ${secrets}. What you set replaces ${secrets === 1 ? 'it' : 'them'}.`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Inbox ${inbox} · Sandbox shops</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Inbox <code>${inbox}</code></h1>
<p>Send webhooks to <code>${escapeHtml(url)}</code>, or to a receiver below it that misbehaves. The last
${KEPT_DELIVERIES} deliveries are shown; with <code>Accept: application/json</code> as JSON.</p>
<details><summary>Receivers</summary><dl>
${hooks.join('\n')}
</dl></details>
<form method="post" action="/hooks/${inbox}/secrets">
<label for="secrets">Secrets of the endpoint, separated by spaces</label>
<div class="row"><input id="secrets" name="secrets" autocomplete="off" spellcheck="false" placeholder="whsec_… or whpk_…"
 aria-describedby="state"><button>Set</button></div>
<p id="state">${state}</p>
</form>
<h2>Deliveries (${deliveries.length})</h2>
${deliveries.length === 0 ? '<p>Nothing has arrived yet.</p>' : `<ol reversed>\n${shown.join('\n')}\n</ol>`}
</main>
</body>
</html>
`;
}

const SIGNATURE_TEXTS = { right: 'signature right', wrong: 'signature wrong', unknown: 'not judged' };

function renderDelivery({ signature, reason, isDuplicate, ...delivery }: ShownDelivery): string {
  const { receivedAt, hook, status, headers, body } = delivery;
  const { type, sequence } = readEvent(body);
  const title = type === undefined ? 'no event' : `${sequence === undefined ? '' : `${sequence} `}${type}`;
  const verdict = `${SIGNATURE_TEXTS[signature]}${reason === undefined ? '' : `: ${reason}`}`;
  const answer = status === null ? 'an answer without end' : `answered ${status}`;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${[value].flat().join(', ')}`);
  return `<li>
<h3>${escapeHtml(title)}</h3>
<p><span class="badge ${signature}">${verdict}</span>${isDuplicate ? ' <span class="badge duplicate">duplicate</span>' : ''}
<time datetime="${receivedAt}">${receivedAt}</time> · <code>/${hook}</code>, ${answer}</p>
<p class="id">${escapeHtml(String(headers['webhook-id'] ?? 'no webhook-id'))}</p>
<details><summary>Headers and body</summary>
<pre>${escapeHtml(lines.join('\n'))}</pre>
<pre>${escapeHtml(body) || '(empty)'}</pre>
</details>
</li>`;
}

/** Number and type of the event, as far as a body has them. */
function readEvent(body: string): { type?: string; sequence?: number } {
  try {
    const { type, sequence } = JSON.parse(body) as Record<string, unknown>;
    return {
      ...(typeof type === 'string' && { type }),
      ...(typeof sequence === 'number' && { sequence }),
    };
  } catch {
    return {};
  }
}

const STYLE = `
:root { color-scheme: light dark; background: Canvas; color: CanvasText }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
h1, h2, h3, p { margin: 0 0 .5rem }
h2 { margin-top: 2rem }
h3 { font-size: 1rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem }
dd { margin: 0 }
form { margin-top: 1rem }
label { display: block; font-weight: 600 }
.row { display: flex; gap: .5rem }
input { flex: 1; min-width: 0; font: inherit; padding: .4rem }
button { font: inherit; padding: .4rem 1rem }
ol { list-style: none; padding: 0; margin: 0 }
li { border-top: 1px solid #8886; padding: .8rem 0 }
pre { white-space: pre-wrap; margin: .5rem 0; padding: .5rem; background: #8882; font-size: .875rem }
time { white-space: nowrap }
.id { font-family: ui-monospace, monospace; font-size: .875rem }
.badge { display: inline-block; border: 1px solid; border-radius: .25rem; padding: 0 .4rem; font-size: .875rem }
.right { color: light-dark(#05602c, #7ee2a8) }
.wrong { color: light-dark(#a30d11, #ffa3a0); font-weight: 600 }
.duplicate { color: light-dark(#6b4500, #ffd479) }
`;
