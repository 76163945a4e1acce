import { basename, join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { INTERNAL_PROPERTIES } from '../../packages/sdk/internal-properties.ts';
import { measureBundle } from './measure-size.ts';

const SDK = join(import.meta.dirname, '..', '..', 'packages', 'sdk');
const SOURCE = join(SDK, 'src');
const MANGLED = new RegExp(`^(${INTERNAL_PROPERTIES})$`);
const CLIENT = `export { ProcurementIntents } from '../../packages/sdk/src/client.ts';`;

/** What a page can import, the build it comes from, and the goal in gzipped bytes. */
const PAGES = [
  ['ProcurementIntents', 'index', 5_500],
  ['SignerClient', 'index', 4_800],
  ['createBearerClient', 'bearer', 5_000],
  ['createSigner', 'index', 400],
  ['isAllowed', 'index', 250],
] as const;

export interface Page {
  name: string;
  goal: number;
  bytes: number;
}

/** A source of the page with the whole client. */
export interface Module {
  file: string;
  minified: number;
  /** By how much the gzipped page shrinks when each export of the file is an empty function. */
  saved: number;
}

export interface Pages {
  pages: Page[];
  /** The most costly first. */
  modules: Module[];
}

/** Measures the built package, and what each of its sources costs in a page. */
export async function measurePages(): Promise<Pages> {
  const pages = PAGES.map(async ([name, entry, goal]): Promise<Page> => {
    const code = `export { ${name} } from '../../packages/sdk/dist/web/${entry}.js';`;
    return { name, goal, bytes: (await measureBundle(code)).gzipped };
  });
  const whole = await measureBundle(CLIENT, { mangleProps: MANGLED });
  const inPage = [...whole.parts].filter(([, bytes]) => bytes > 0);
  const modules = inPage.map(async ([path, minified]): Promise<Module> => {
    const file = relative(SOURCE, path);
    const without = await measureBundle(CLIENT, { mangleProps: MANGLED, plugins: [await leaveOut(file)] });
    return { file, minified, saved: whole.gzipped - without.gzipped };
  });
  const measured = await Promise.all(modules);
  return { pages: await Promise.all(pages), modules: measured.sort((one, other) => other.saved - one.saved) };
}

/** Puts an empty function in place of each export of a source. */
async function leaveOut(file: string): Promise<Plugin> {
  const path = join(SOURCE, file);
  const { metafile } = await build({ entryPoints: [path], write: false, metafile: true, format: 'esm' });
  const [output] = Object.values(metafile.outputs);
  const contents = (output?.exports ?? []).map((name) => `export function ${name}() {}`).join('\n');
  return {
    name: `without ${file}`,
    setup(bundler) {
      bundler.onLoad({ filter: new RegExp(`${basename(file, '.ts')}\\.ts$`) }, (found) =>
        found.path === path ? { contents, loader: 'js' } : undefined,
      );
    },
  };
}
