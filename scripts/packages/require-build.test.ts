import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../run-command.ts';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'require-build-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

const PACK = ['pack', '--dry-run', '--offline', '--loglevel=error'];

describe.each(['cli', 'gateway', 'sdk'])('npm pack of packages/%s', { timeout: 60_000 }, (name) => {
  /** The package as in a fresh checkout. */
  function checkOut(): string {
    const folder = join(root, 'packages', name);
    for (const path of [`packages/${name}/package.json`, 'scripts/packages/require-build.mjs']) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      cpSync(join(import.meta.dirname, '..', '..', path), join(root, path));
    }
    return folder;
  }

  it('is refused without a build, and says what to do', async () => {
    const { code, output } = await runCommand('npm', PACK, { cwd: checkOut() });
    expect(code).not.toBe(0);
    expect(output).toMatch(
      new RegExp(
        `^@procurement-intents/${name} is not built: \\S+( and \\d+ more)? missing\\. Run \`npm run build\``,
        'm',
      ),
    );
  });

  it('packs what was built', async () => {
    const folder = checkOut();
    const { bin, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    for (const path of JSON.stringify([bin, exports]).matchAll(/"\.\/(dist\/[^"]+)"/g)) {
      mkdirSync(dirname(join(folder, path[1] ?? '')), { recursive: true });
      writeFileSync(join(folder, path[1] ?? ''), '');
    }
    const { code, output } = await runCommand('npm', PACK, { cwd: folder });
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('.tgz') });
  });
});
