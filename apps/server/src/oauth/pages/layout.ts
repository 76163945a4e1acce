import { createHash } from 'node:crypto';
import type { Language } from '@procurement-intents/contract';
import { escapeHtml } from '../../escape-html.ts';
import { textIn } from './texts.ts';

const STYLE = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:28rem;padding:2rem 1rem;overflow-wrap:anywhere}
h1{font-size:1.4rem;line-height:1.25}
label,strong{display:block;margin-top:1rem}
input{box-sizing:border-box;width:100%;padding:.6rem;font:inherit;border:1px solid #767676;border-radius:.3rem}
button{margin:1.5rem .5rem 0 0;padding:.6rem 1.4rem;font:inherit;border:1px solid #1f5fbf;border-radius:.3rem;background:#1f5fbf;color:#fff}
button.second{background:transparent;color:inherit;border-color:#767676}
:focus-visible{outline:3px solid #e0a100;outline-offset:2px}
[role=alert]{border-inline-start:.3rem solid #c62828;padding:.3rem .8rem}`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** A page: its title, and the HTML of its main part. */
export interface PageParts {
  title: string;
  main: string;
}

/** The whole document of a page. It has no script. */
export const renderPage = (language: Language, { title, main }: PageParts): string => `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${title} - ${textIn(language, 'service')}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${main}
</main>
</body>
</html>
`;

/**
 * The headers of a page. It loads nothing, runs no script and is shown in no frame; its forms go to this service alone.
 *
 * @param formTarget - where an answer to the form may redirect to beside this service. Browsers check that too.
 */
export function pageHeaders(formTarget: string | null = null): Record<string, string> {
  const formAction = formTarget === null ? "'self'" : `'self' ${formTarget}`;
  return {
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    // With `no-referrer` browsers would send `Origin: null` with our own forms.
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    Vary: 'Accept-Language',
  };
}
