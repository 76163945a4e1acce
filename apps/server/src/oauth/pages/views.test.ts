import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { pageHeaders, renderPage } from './layout.ts';
import { consentPage, devicePage, formTargetOf, loginPage, messagePage } from './views.ts';

const VIEW = {
  clientName: '<Ledger>',
  person: { displayName: '张三 & co', username: 'zhang.san' },
  scopes: ['read:orders', 'write:orders'] as const,
  redirectUri: 'https://app.example/cb?tenant=7',
  formToken: '0123',
};

describe('a page', () => {
  it('is a whole document in its language, without script', () => {
    expect(renderPage('en', { title: '<x>', main: '<p>y</p>' }).replace(/<style>.*<\/style>/s, ''))
      .toMatchInlineSnapshot(`
      "<!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>&lt;x&gt; - Procurement service</title>

      </head>
      <body>
      <main>
      <h1>&lt;x&gt;</h1>
      <p>y</p>
      </main>
      </body>
      </html>
      "
    `);
    expect(renderPage('zh', { title: 'x', main: '' })).toContain('<html lang="zh-CN">');
  });

  it('has headers that allow its own style alone', () => {
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(renderPage('en', { title: 'x', main: '' })) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    const policy = (target: string) =>
      `default-src 'none'; style-src 'sha256-${hash}'; form-action ${target}; base-uri 'none'; frame-ancestors 'none'`;
    expect(pageHeaders()).toEqual({
      'Content-Security-Policy': policy("'self'"),
      'X-Frame-Options': 'DENY',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'same-origin',
      'Cache-Control': 'no-store',
      Vary: 'Accept-Language',
    });
    expect(pageHeaders('https://app.example')['Content-Security-Policy']).toBe(
      policy("'self' https://app.example"),
    );
  });

  it('logs a person in', () => {
    const page = { clientName: 'Ledger', query: 'client_id=cli_1&state="' };
    expect(loginPage({ language: 'en', problem: null }, page)).toMatchInlineSnapshot(`
      {
        "main": "<p>Log in to decide whether to allow it.</p>
      <form method="post" action="/oauth/interaction/login?client_id=cli_1&amp;state=&quot;">
      <label for="username">Username</label>
      <input id="username" name="username" value="" required maxlength="1024" autocomplete="username" autocapitalize="none" spellcheck="false">
      <label for="password">Password</label>
      <input id="password" name="password" value="" required maxlength="1024" type="password" autocomplete="current-password">
      <button type="submit">Log in</button>
      </form>",
        "title": "Ledger asks for access to the procurement service",
      }
    `);
    expect(
      loginPage({ language: 'en', problem: 'wrongPassword' }, page).main.split('\n')[0],
    ).toMatchInlineSnapshot(`"<p role="alert">The username or the password is wrong.</p>"`);
  });

  it('takes a user code', () => {
    expect(devicePage({ language: 'en', problem: 'wrongCode' }, '"><b>')).toMatchInlineSnapshot(`
      {
        "main": "<p role="alert">The code is not valid, or has expired.</p>
      <p>Type the code that the device shows, and log in.</p>
      <form method="post" action="/oauth/device">
      <label for="user_code">Code shown on the device</label>
      <input id="user_code" name="user_code" value="&quot;&gt;&lt;b&gt;" required maxlength="1024" autocomplete="off" autocapitalize="characters" spellcheck="false">
      <label for="username">Username</label>
      <input id="username" name="username" value="" required maxlength="1024" autocomplete="username" autocapitalize="none" spellcheck="false">
      <label for="password">Password</label>
      <input id="password" name="password" value="" required maxlength="1024" type="password" autocomplete="current-password">
      <button type="submit">Log in</button>
      </form>",
        "title": "Connect a device",
      }
    `);
  });

  it('asks for consent', () => {
    expect(consentPage('en', VIEW)).toMatchInlineSnapshot(`
      {
        "main": "<p>You are: 张三 &amp; co (zhang.san)</p>
      <strong id="abilities">It will be able to:</strong>
      <ul aria-labelledby="abilities">
      <li>See orders</li>
      <li>Refresh and cancel orders</li>
      <li>See who you are, and change your displayed name and language.</li>
      </ul>
      <strong>The answer goes to:</strong>
      <p>https://app.example</p>
      <form method="post" action="/oauth/interaction/consent">
      <input type="hidden" name="form_token" value="0123">
      <button type="submit" name="decision" value="allow">Allow</button>
      <button type="submit" name="decision" value="deny" class="second">Deny</button>
      </form>",
        "title": "Allow <Ledger> access?",
      }
    `);
  });

  it('offers no consent to nothing', () => {
    expect(consentPage('en', { ...VIEW, scopes: [], redirectUri: null }).main).toMatchInlineSnapshot(`
      "<p>You are: 张三 &amp; co (zhang.san)</p>
      <p role="alert">It asks for permissions that you do not have, so you cannot allow it.</p>

      <strong>The answer goes to:</strong>
      <p>the device on which you started. Allow it only if you started this yourself.</p>
      <form method="post" action="/oauth/interaction/consent">
      <input type="hidden" name="form_token" value="0123">
      <button type="submit" name="decision" value="deny" class="second">Deny</button>
      </form>"
    `);
  });

  it('only says something', () => {
    expect(messagePage('en', 'denied', 'deniedText')).toMatchInlineSnapshot(`
      {
        "main": "<p>The device got no access. You can close this page.</p>",
        "title": "Denied",
      }
    `);
  });
});

it.each([
  [null, null, /device/],
  ['https://app.example:8443/cb', 'https://app.example:8443', /https:\/\/app\.example:8443/],
  ['http://127.0.0.1:9000/cb', 'http://127.0.0.1:9000', /http:\/\/127\.0\.0\.1:9000/],
  ['http://[::1]:9000/cb', 'http:', /http:\/\/\[::1\]:9000/],
  ['com.example.app:/cb', 'com.example.app:', /com\.example\.app:/],
])('the answer to %s goes to %s', (redirectUri, target, shown) => {
  expect(formTargetOf(redirectUri)).toBe(target);
  expect(consentPage('en', { ...VIEW, redirectUri }).main).toMatch(shown);
});
