import { buildSignedDocument } from '../openapi/openapi.ts';
import { apiDescription } from '../operation-descriptions.ts';
import { bearerPage } from './bearer.ts';
import { endpointsPage } from './endpoints.ts';
import { errorsPage } from './errors.ts';
import { lifecyclePage } from './lifecycle.ts';
import { limitsPage } from './limits.ts';
import { oauthPage } from './oauth.ts';
import { webhooksPage } from './webhooks.ts';

/** The reference pages to commit, and what the service's own pages are made of, by path from the root of the repository. */
export async function outputs(): Promise<Record<string, string>> {
  const document = await buildSignedDocument();
  return {
    'openapi/operations.json': apiDescription(document),
    'docs/reference/bearer.md': bearerPage(),
    'docs/reference/endpoints.md': endpointsPage(document),
    'docs/reference/errors.md': errorsPage(),
    'docs/reference/lifecycle.md': lifecyclePage(),
    'docs/reference/limits.md': limitsPage(),
    'docs/reference/zh/errors.md': errorsPage('zh'),
    'docs/reference/zh/lifecycle.md': lifecyclePage('zh'),
    'docs/reference/zh/limits.md': limitsPage('zh'),
    'docs/reference/oauth.md': oauthPage(),
    'docs/reference/webhooks.md': await webhooksPage(),
  };
}
