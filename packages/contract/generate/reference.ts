import { buildSignedDocument } from './openapi.ts';
import { apiDescription } from './operation-descriptions.ts';
import { bearerPage } from './reference-bearer.ts';
import { endpointsPage } from './reference-endpoints.ts';
import { errorsPage } from './reference-errors.ts';
import { lifecyclePage } from './reference-lifecycle.ts';
import { limitsPage } from './reference-limits.ts';
import { oauthPage } from './reference-oauth.ts';
import { webhooksPage } from './reference-webhooks.ts';

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
    'docs/reference/oauth.md': oauthPage(),
    'docs/reference/webhooks.md': await webhooksPage(),
  };
}
