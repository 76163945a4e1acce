import { posix } from 'node:path';
import type { ApiDescription, ErrorName } from '@procurement-intents/contract';

export const DOCS = '/docs';
export const ERRORS_PATH = `${DOCS}/errors`;
export const DATA_PATH = `${DOCS}/reference/data`;
export const TRY_PATH = `${DOCS}/try`;

/** A document of the repository, by its path there, that is served as a page. */
export interface Source {
  file: string;
  path: string;
  group: 'Guides' | 'Examples' | 'Reference' | 'Packages';
  /** Files beside it that its page shows, too. */
  beside?: readonly string[];
}

const source = (group: Source['group'], file: string, path: string): Source => ({
  file,
  path: `${DOCS}/${path}`,
  group,
});

/** The documents that there are in Chinese, too. */
const TRANSLATED = [
  ...[
    'first-purchase',
    'sign-a-request',
    'retries-and-idempotency',
    'receive-webhooks',
    'going-live',
    'connect-a-shop',
    'console',
  ].map((name) => `guides/${name}`),
  ...['errors', 'lifecycle', 'limits'].map((name) => `reference/${name}`),
];

const EXAMPLES = 'packages/sdk/examples';
/** Each without its tests, which the image does not have. */
const FILES_OF_EXAMPLES = {
  'express-checkout': 'app.ts purchasing.ts orders.ts server.ts session.ts catalogue.json',
  'nextjs-route-handlers':
    'app/api/purchases/route.ts app/api/purchases/[id]/route.ts app/api/purchases/[id]/cancel/route.ts lib/buy.ts lib/purchases.ts lib/answer-error.ts lib/session.ts lib/catalogue.json',
  'csv-importer': 'main.ts read-rows.ts import-rows.ts journal.ts purchases.csv',
  reconciliation: 'main.ts list-day.ts read-ledger.ts reconcile.ts ledger.csv',
  'purchase-desk': 'main.ts desk.ts request.json',
  'cloudflare-worker': 'worker.ts is-same-text.ts wrangler.jsonc',
};

/** The documents that become pages, in reading order. */
export const SOURCES: readonly Source[] = [
  ...[
    'first-purchase',
    'sign-a-request',
    'retries-and-idempotency',
    'buy-in-bulk',
    'console',
    'test-your-integration',
    'nightly-reconciliation',
    'follow-the-feed',
    'receive-webhooks',
    'keep-the-list-short',
    'versions',
    'generate-a-client',
    'going-live',
    'scale-out',
    'ask-approve-buy',
    'let-an-agent-draft',
    'connect-with-oauth',
    'connect-a-shop',
  ].map((name) => source('Guides', `docs/guides/${name}.md`, `guides/${name}`)),
  source('Examples', `${EXAMPLES}/README.md`, 'examples'),
  ...Object.entries(FILES_OF_EXAMPLES).map(([name, files]) => ({
    ...source('Examples', `${EXAMPLES}/${name}/README.md`, `examples/${name}`),
    beside: ['package.json', ...files.split(' ')],
  })),
  ...['bearer', 'oauth', 'oauth-rules', 'lifecycle', 'limits', 'settings', 'webhooks', 'gateway'].map(
    (name) => source('Reference', `docs/reference/${name}.md`, `reference/${name}`),
  ),
  source('Packages', 'packages/sdk/README.md', 'packages/sdk'),
  source('Packages', 'packages/cli/README.md', 'packages/cli'),
  source('Packages', 'packages/mcp/README.md', 'packages/mcp'),
  source('Packages', 'packages/gateway/README.md', 'packages/gateway'),
  {
    ...source('Examples', 'packages/gateway/examples/gateway-json/README.md', 'examples/gateway-json'),
    beside: ['package.json', 'main.ts', 'shop.ts', 'articles.json'],
  },
  source('Packages', 'apps/sandbox/README.md', 'packages/sandbox'),
];

/** The documents in both languages, by their paths in the repository. */
export const TRANSLATIONS: readonly { file: string; chinese: string }[] = TRANSLATED.map((name) => ({
  file: `docs/${name}.md`,
  chinese: `docs/${posix.dirname(name)}/zh/${posix.basename(name)}.md`,
}));

/** Files that the documents link to, served as they are. */
export const FILES: readonly { file: string; path: string; type: string }[] = [
  ['docs/guides/raw-rest/purchase.sh', 'text/plain'],
  ['docs/guides/raw-rest/purchase.py', 'text/plain'],
  ['packages/contract/vectors/signing.json', 'application/json'],
  ['packages/contract/vectors/webhooks.json', 'application/json'],
  ['openapi/gateway.json', 'application/json'],
  ['openapi/gateway.yaml', 'application/yaml'],
].map(([file = '', type = '']) => ({ file, path: `${DOCS}/files/${posix.basename(file)}`, type }));

export const operationPath = (id: string): string => `${DOCS}/operations/${id}`;
export const errorPath = (name: string): string => `${ERRORS_PATH}/${name}`;

/** The anchor of a heading, as in the repository's Markdown. */
export const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Finds where a link in a document of the repository leads on this site; null when its target is not served. */
export type ResolveLink = (fromFile: string, link: string) => string | null;

/** Makes the function that rewrites links between documents. */
export function createLinkResolver(
  api: ApiDescription,
  errors: readonly { code: number; name: ErrorName }[],
) {
  const operations = new Map(api.operations.map(({ summary, id }) => [anchorOf(summary), operationPath(id)]));
  const errorPages = new Map(errors.map(({ code, name }) => [anchorOf(`${code} ${name}`), errorPath(name)]));
  const pages = new Map([
    ...SOURCES.map(({ file, path }) => [file, path] as const),
    ...FILES.map(({ file, path }) => [file, path] as const),
    ['packages/sdk', `${DOCS}/packages/sdk`],
    ['openapi/openapi.json', '/openapi.json'],
    ['openapi/openapi.yaml', '/openapi.yaml'],
    ['docs/reference/errors.md', ERRORS_PATH],
    ['docs/reference/endpoints.md', DOCS],
  ]);
  for (const { file, chinese } of TRANSLATIONS) {
    const page = pages.get(file);
    if (page !== undefined) pages.set(chinese, `${DOCS}/zh${page.slice(DOCS.length)}`);
  }

  return (fromFile: string, link: string): string | null => {
    if (/^https?:/.test(link)) return link;
    const [target = '', anchor] = link.split('#');
    const file = target === '' ? fromFile : posix.join(posix.dirname(fromFile), target).replace(/\/$/, '');
    if (anchor !== undefined && file.endsWith('reference/errors.md')) return errorPages.get(anchor) ?? null;
    if (anchor !== undefined && file.endsWith('reference/endpoints.md')) {
      return operations.get(anchor) ?? `${DATA_PATH}#${anchor}`;
    }
    const page = pages.get(file);
    if (page === undefined) return null;
    return anchor === undefined ? page : `${page}#${anchor}`;
  };
}
