import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type BuildOptions } from 'esbuild';

const HERE = import.meta.dirname;

export interface PackageSize {
  version: string;
  dependencies: number;
  /** Of the package and all it depends on, unpacked. */
  bytes: number;
}

export interface BundleSize {
  minified: number;
  gzipped: number;
  /** Minified bytes of each source file. */
  parts: Map<string, number>;
}

/** What a page has to load to run `code`, an ES module whose imports begin in this folder. */
export async function measureBundle(
  code: string,
  options: Pick<BuildOptions, 'mangleProps' | 'plugins'> = {},
): Promise<BundleSize> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: HERE, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'silent',
    ...options,
  });
  const contents = outputFiles[0]?.contents ?? new Uint8Array();
  const parts = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
  return {
    minified: contents.length,
    gzipped: gzipSync(contents, { level: 9 }).length,
    parts: new Map(parts.map(([file, { bytesInOutput }]) => [file, bytesInOutput])),
  };
}

/** Reads an installed package as npm would have unpacked it, and all that it depends on. */
export function measurePackage(name: string): PackageSize {
  const folders = new Set<string>();
  const visit = (folder: string) => {
    if (folders.has(folder)) return;
    folders.add(folder);
    for (const dependency of Object.keys(readManifest(folder).dependencies ?? {})) {
      visit(findPackage(dependency, folder));
    }
  };
  const own = findPackage(name, HERE);
  visit(own);
  const bytes = [...folders].reduce((sum, folder) => sum + sizeOf(folder), 0);
  return { version: readManifest(own).version, dependencies: folders.size - 1, bytes };
}

/** What would be published of a package of this repository, unpacked. */
export function measureOwnPackage(folder: string): PackageSize {
  const { version, dependencies = {} } = readManifest(folder);
  const output = execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: folder, encoding: 'utf8' });
  const [{ unpackedSize }] = JSON.parse(output) as [{ unpackedSize: number }];
  return { version, dependencies: Object.keys(dependencies).length, bytes: unpackedSize };
}

interface Manifest {
  version: string;
  dependencies?: Record<string, string>;
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** Walks up from `from`, as Node does: a package need not let its manifest be resolved. */
function findPackage(name: string, from: string): string {
  const folder = join(from, 'node_modules', name);
  if (statSync(join(folder, 'package.json'), { throwIfNoEntry: false })) return realpathSync(folder);
  if (dirname(from) === from) throw new Error(`${name} is not installed`);
  return findPackage(name, dirname(from));
}

function sizeOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return 0;
  if (!found.isDirectory()) return found.size;
  const names = readdirSync(path).filter((name) => name !== 'node_modules');
  return names.reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
