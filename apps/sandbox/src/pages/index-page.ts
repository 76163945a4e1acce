import type { Request, Response } from 'express';
import { ITEM_NAMES, ITEMS } from '../items.ts';
import { escapeHtml } from './product-html.ts';
import { SHOPS } from '../shops.ts';

/** Every item with its pages and its behaviour, as HTML or, on request, JSON. */
export function sendIndex(req: Request, res: Response): void {
  const origin = `http://${req.headers.host ?? `127.0.0.1:${req.socket.localPort}`}`;
  res.vary('accept');
  if (req.accepts(['html', 'json']) === 'json') res.json(listItems(origin));
  else res.send(renderIndex());
}

function listItems(origin: string) {
  return ITEM_NAMES.map((item) => ({
    item,
    behaviour: ITEMS[item].behaviour,
    urls: Object.fromEntries(SHOPS.map((shop) => [shop, `${origin}/${shop}/items/${item}`])),
  }));
}

function renderIndex(): string {
  const rows = ITEM_NAMES.map((item) => {
    const links = SHOPS.map((shop) => `<a href="/${shop}/items/${item}">${shop.toUpperCase()}</a>`).join(' ');
    return `<tr><th scope="row"><code>${item}</code></th><td>${escapeHtml(ITEMS[item].behaviour)}</td><td>${links}</td></tr>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sandbox shops</title>
<style>
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid #8886 }
td:last-child { white-space: nowrap }
</style>
</head>
<body>
<h1>Sandbox shops</h1>
<p>Three simulated shops sell the same items. The address of a product page decides how the page and an
order behave. <code>?price=</code> and <code>?title=</code> set what a page shows.
All orders: <a href="/ledger">ledger</a>. An inbox for webhooks: <a href="/hooks/inbox">/hooks/inbox</a>, and any other name.</p>
<table>
<thead><tr><th scope="col">Item</th><th scope="col">What it does</th><th scope="col">Shops</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</body>
</html>
`;
}
