import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const MANIFESTS = globSync(['package.json', 'bench/package.json', '{packages,apps}/**/package.json'], {
  cwd: ROOT,
  exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
});

it.each(MANIFESTS)('%s names the license of the repository', (manifest) => {
  expect(JSON.parse(read(manifest))).toMatchObject({ license: 'Apache-2.0' });
});

it('is named by the API document', () => {
  const { info } = JSON.parse(read('openapi/openapi.json')) as { info: { license: unknown } };
  expect(info.license).toEqual({ name: 'Apache License 2.0', identifier: 'Apache-2.0' });
});

// npm puts a license into a package only from the package's own folder.
it.each(['packages/sdk', 'packages/cli', 'packages/gateway', 'packages/mcp'])(
  '%s is published with its text',
  (workspace) => {
    expect(read(join(workspace, 'LICENSE'))).toBe(read('LICENSE'));
  },
);
