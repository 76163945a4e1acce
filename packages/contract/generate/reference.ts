import { buildDocument } from './openapi.ts';
import { endpointsPage } from './reference-endpoints.ts';
import { errorsPage } from './reference-errors.ts';
import { lifecyclePage } from './reference-lifecycle.ts';
import { limitsPage } from './reference-limits.ts';

/** The reference pages to commit, by path from the root of the repository. */
export async function outputs(): Promise<Record<string, string>> {
  return {
    'docs/reference/endpoints.md': endpointsPage(await buildDocument()),
    'docs/reference/errors.md': errorsPage(),
    'docs/reference/lifecycle.md': lifecyclePage(),
    'docs/reference/limits.md': limitsPage(),
  };
}
