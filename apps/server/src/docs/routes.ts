import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';

/** The API document in both notations, as it is sent. */
export interface ApiDocument {
  json: string;
  yaml: string;
}

const PAGE_FOLDER = join(import.meta.dirname, 'page');
const PAGE_FILES = ['page.css', 'page.js'];
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
  };
}

function swaggerUi(): { folder: string; version: string } {
  const manifest = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return { folder: dirname(manifest), version };
}

function guardPage(_req: Request, res: Response, next: NextFunction): void {
  res.set({
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  });
  next();
}

/** Sends `content`; the entity tag is Express's own, so a reader that has it gets 304. */
const sendText = (type: string, content: string) => {
  // Made once: answers that nobody reads share it.
  const bytes = Buffer.from(content);
  return (_req: Request, res: Response) => {
    res.set('Cache-Control', 'no-cache').type(type).send(bytes);
  };
};

function mountAssets(app: Router, folder: string, prefix: string): void {
  for (const file of ASSET_FILES) {
    // In memory, 2 MB in all: answers that nobody reads hold no file open.
    const bytes = readFileSync(join(folder, file));
    app.get(`${prefix}/${file}`, (_req, res) => {
      res.set('Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`).type(file).send(bytes);
    });
  }
}

const DOCS_PATH = /^\/(docs|openapi)/;

/**
 * Serves the API document at `/openapi.json` and `/openapi.yaml`, and a page to read it at `/docs`
 * that loads nothing from elsewhere. Needs no signature.
 */
export function serveDocs(document: ApiDocument): RequestHandler {
  const { folder, version } = swaggerUi();
  // The version in the path lets browsers keep the files for a year and still see an upgrade at once.
  const prefix = `/docs/assets/${version}`;
  const page = readFileSync(join(PAGE_FOLDER, 'index.html'), 'utf8').replaceAll('/docs/assets', prefix);

  const app = Router({ caseSensitive: true });
  app.use(['/docs', '/openapi.json', '/openapi.yaml'], guardPage);
  app.get('/openapi.json', sendText('application/json', document.json));
  app.get('/openapi.yaml', sendText('application/yaml', document.yaml));
  app.get('/docs', sendText('text/html', page));
  for (const file of PAGE_FILES) {
    app.get(`/docs/${file}`, sendText(file, readFileSync(join(PAGE_FOLDER, file), 'utf8')));
  }
  mountAssets(app, folder, prefix);
  // Calls pass by here too: one look is enough for them.
  return (req, res, next) => (DOCS_PATH.test(req.path) ? app(req, res, next) : next());
}
