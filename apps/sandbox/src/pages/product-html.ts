import { printYuan } from '../money.ts';

export interface ProductFacts {
  title: string;
  priceFen: number;
  url: string;
  /** Default true. */
  isAvailable?: boolean;
}

/** Escapes text for HTML, inside elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

// A script element ends at the first `</script`, quoted or not, and `<!--` changes how its end is read.
function jsonForScript(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** A product page with JSON-LD and Open Graph data, like those of real shops. */
export function renderProduct({ title, priceFen, url, isAvailable = true }: ProductFacts): string {
  const price = printYuan(priceFen);
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: title,
    url,
    offers: {
      '@type': 'Offer',
      price,
      priceCurrency: 'CNY',
      availability: `https://schema.org/${isAvailable ? 'InStock' : 'OutOfStock'}`,
      url,
    },
  };
  const head = `<meta property="og:type" content="product">
<meta property="og:title" content="${escapeHtml(title)}">
<meta property="og:url" content="${escapeHtml(url)}">
<meta property="product:price:amount" content="${price}">
<meta property="product:price:currency" content="CNY">
<script type="application/ld+json">${jsonForScript(data)}</script>`;
  const body = `<h1>${escapeHtml(title)}</h1>\n<p>¥ ${price}</p>\n<p>${isAvailable ? '有货' : '已售完'}</p>`;
  return renderPage({ title, head, body });
}

/** A page with a message and without a product. */
export function renderNotice(title: string, text: string): string {
  return renderPage({ title, head: '', body: `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>` });
}

function renderPage({ title, head, body }: { title: string; head: string; body: string }): string {
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`;
}
