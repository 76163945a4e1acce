import type { ShopQuote } from '../adapter.ts';

/** A product page that the service can read: JSON-LD with one offer. */
export function renderProductPage({ title, priceFen, available }: ShopQuote, url: string): string {
  const price = (priceFen / 100).toFixed(2);
  const product = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: title,
    url,
    offers: {
      '@type': 'Offer',
      price,
      priceCurrency: 'CNY',
      availability: `https://schema.org/${available ? 'InStock' : 'OutOfStock'}`,
      url,
    },
  };
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<script type="application/ld+json">${JSON.stringify(product).replaceAll('<', '\\u003c')}</script>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>¥ ${price}</p>
<p>${available ? '有货' : '已售完'}</p>
</body>
</html>
`;
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
}
