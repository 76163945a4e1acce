import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { CONSOLE_ROUTES } from '@procurement-intents/contract/console';
import { KEPT_BY_VERSION, type Page, type PageSet } from '../http/pages.ts';

// Beside other requests: the largest file takes 0.7 s.
const compress = promisify(brotliCompress);

/** No inline script or style, no text that becomes code, nothing from elsewhere, no frame. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  `report-uri ${CONSOLE_ROUTES.reportPolicyViolation.path}`,
].join('; ');

const HEADERS = {
  'Content-Security-Policy': POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Whatever the router of the page may show. A file that is missing is no page, so that no script gets HTML. */
const VIEWS = /^\/console(?:\/(?!assets(?:\/|$))[^.]*)?$/;

/** The name of a file has a hash of its content. Compressed when it is first asked for. */
function assetPage(folder: string, file: string): Page {
  const content = readFileSync(join(folder, file));
  const isText = /\.(?:js|css|svg)$/.test(file);
  return {
    path: `/console/assets/${file}`,
    type: file,
    headers: KEPT_BY_VERSION,
    content,
    ...(isText && { compressed: () => compress(content) }),
  };
}

/**
 * The console at `/console`.
 *
 * @param folder - where it was built; without it there are no pages.
 */
export function consolePages(folder: string): PageSet {
  const assets = join(folder, 'assets');
  const pages = existsSync(join(folder, 'index.html'))
    ? [
        ...readdirSync(assets).map((file) => assetPage(assets, file)),
        {
          path: VIEWS,
          type: 'text/html',
          headers: { 'Cache-Control': 'no-cache' },
          content: readFileSync(join(folder, 'index.html')),
        },
      ]
    : [];
  return { paths: ['/console'], headers: HEADERS, pages };
}
