import { createSigner } from './signer.js';

const byId = (id) => document.getElementById(id);
const forms = [...document.querySelectorAll('form[data-method]')];
const answer = byId('answer');
const choice = byId('operation');

/** Shows the form of an operation, and names it in the address: nothing else of the page is ever there. */
function choose(id) {
  const chosen = forms.find((form) => form.id === id) ?? forms[0];
  for (const form of forms) form.hidden = form !== chosen;
  choice.value = chosen.id;
  answer.replaceChildren();
}

/** The request exactly as it will be sent: what is signed is read from here. */
function readRequest(form) {
  let path = form.dataset.path;
  const headers = {};
  for (const { value, dataset } of form.querySelectorAll('[data-in]')) {
    if (dataset.in === 'path') path = path.replace(`:${dataset.name}`, encodeURIComponent(value.trim()));
    else if (value !== '') headers[dataset.name] = value;
  }
  const query = form.elements.query?.value.trim() ?? '';
  const url = new URL(query === '' ? path : `${path}?${query.replace(/^\?/, '')}`, location.origin);
  const body = form.elements.body?.value.trim() ?? '';
  if (body !== '') headers['Content-Type'] = 'application/json';
  return { method: form.dataset.method, path: url.pathname + url.search, headers, body };
}

/** Headers that sign the request, with the App id and the secret that are typed in now. */
async function sign({ method, path, body }) {
  const appId = byId('app-id').value.trim();
  const secret = byId('app-secret').value;
  if (appId === '' || secret === '') throw new Error('Enter the id and the secret of an App first.');
  if (!globalThis.crypto?.subtle) {
    throw new Error('This browser signs only on pages that are served over https or from this machine.');
  }
  return createSigner(appId, secret)({ method, path, body, timestampMs: Date.now() });
}

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

const block = (title, text) => [element('h3', title), element('pre', text, { tabindex: '0' })];
const headerLines = (headers) => [...headers].map(([name, value]) => `${name}: ${value}`).join('\n');

function toReadable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function showFailure(text) {
  answer.replaceChildren(element('h2', 'Answer'), element('p', text, { class: 'failed' }));
}

async function showAnswer(request, response, durationMs) {
  const name = response.headers.get('X-Error-Name');
  const outcome = element('p', `HTTP ${response.status}, ${Math.round(durationMs)} ms. `, {
    class: response.ok ? 'succeeded' : 'failed',
    'data-status': response.status,
  });
  if (name) outcome.append(element('a', name, { href: `/docs/errors/${encodeURIComponent(name)}` }));
  const text = await response.text();
  answer.replaceChildren(
    element('h2', 'Answer'),
    outcome,
    ...block('Body', toReadable(text)),
    ...block('Headers', headerLines(response.headers)),
    ...block(
      'Request',
      [`${request.method} ${request.path}`, headerLines(Object.entries(request.headers)), request.body]
        .filter((part) => part !== '')
        .join('\n'),
    ),
  );
  if (response.status === 201) fillIds(text);
}

/** A new intent is what the next call is about. */
function fillIds(text) {
  const id = /"id":"(int_[0-9a-f]{32})"/.exec(text)?.[1];
  if (id === undefined) return;
  for (const input of document.querySelectorAll('[data-in=path][data-name=id]')) input.value = id;
}

async function send(form) {
  const request = readRequest(form);
  if (form.dataset.signed === 'true') Object.assign(request.headers, await sign(request));
  const startedAt = performance.now();
  const response = await fetch(request.path, {
    method: request.method,
    headers: request.headers,
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    ...(request.body !== '' && { body: request.body }),
  });
  await showAnswer(request, response, performance.now() - startedAt);
}

for (const form of forms) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    button.disabled = true;
    answer.replaceChildren();
    try {
      await send(form);
    } catch (error) {
      showFailure(error.message);
    } finally {
      button.disabled = false;
    }
  });
}
choice.addEventListener('change', () => (location.hash = choice.value));
addEventListener('hashchange', () => choose(location.hash.slice(1)));
choose(location.hash.slice(1));
