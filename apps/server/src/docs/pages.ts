import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Page, PageSet } from '../http/pages.ts';
import { type ErrorDescription, errorPages, readErrorDescriptions } from './error-pages.ts';

/** The API document in both formats, as sent, and the errors that it names. */
export interface ApiDocument {
  json: string;
  yaml: string;
  errors: ErrorDescription[];
}

const PAGE_FOLDER = join(import.meta.dirname, 'page');
const PAGE_FILES = ['page.css', 'page.js', 'text.css'];
const ASSET_FILES = ['favicon-32x32.png', 'swagger-ui-bundle.js', 'swagger-ui.css'];
const YEAR_SECONDS = 365 * 24 * 60 * 60;

// Swagger UI sets style attributes and draws its icons from data addresses; no script is ever inline.
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Reads the committed document. Throws when a file is missing. */
export function readApiDocument(folder: string): ApiDocument {
  return {
    json: readFileSync(join(folder, 'openapi.json'), 'utf8'),
    yaml: readFileSync(join(folder, 'openapi.yaml'), 'utf8'),
    errors: readErrorDescriptions(join(folder, 'errors.json')),
  };
}

function swaggerUi(): { folder: string; version: string } {
  const manifest = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return { folder: dirname(manifest), version };
}

const SECURITY_HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

const toPage = (path: string, type: string, content: string): Page => ({
  path,
  type,
  headers: { 'Cache-Control': 'no-cache' },
  content: Buffer.from(content),
});

/**
 * The API document at `/openapi.json` and `/openapi.yaml`, a page to read it at `/docs` and one for each error below it,
 * that load nothing from elsewhere. Needs no signature.
 */
export function docsPages(document: ApiDocument): PageSet {
  const { folder, version } = swaggerUi();
  // The version in the path lets browsers keep the files for a year and still see an upgrade at once.
  const prefix = `/docs/assets/${version}`;
  const page = readFileSync(join(PAGE_FOLDER, 'index.html'), 'utf8').replaceAll('/docs/assets', prefix);
  return {
    paths: ['/docs', '/openapi.json', '/openapi.yaml'],
    headers: SECURITY_HEADERS,
    pages: [
      toPage('/openapi.json', 'application/json', document.json),
      toPage('/openapi.yaml', 'application/yaml', document.yaml),
      toPage('/docs', 'text/html', page),
      ...errorPages(document.errors).map(({ path, html }) => toPage(path, 'text/html', html)),
      ...PAGE_FILES.map((file) =>
        toPage(`/docs/${file}`, file, readFileSync(join(PAGE_FOLDER, file), 'utf8')),
      ),
      ...ASSET_FILES.map((file) => ({
        path: `${prefix}/${file}`,
        type: file,
        headers: { 'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable` },
        // In memory, 2 MB in all.
        content: readFileSync(join(folder, file)),
      })),
    ],
  };
}
