import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const SHIM = fileURLToPath(new URL('../src/platform/adopted-css.ts', import.meta.url));
/** The modules by which antd and its icons put styles into the page. */
const REPLACED = [/@rc-component\/util\/es\/Dom\/dynamicCSS\.js$/, /@ant-design\/icons\/es\/cssUtils\.js$/];

/**
 * Lets antd's styles be adopted stylesheets: the content policy refuses `<style>` elements. The build fails when a module
 * that puts styles into the page was not found, as after an upgrade that moves it.
 */
export function adoptStyles(): Plugin {
  const hits = new Set<RegExp>();
  return {
    name: 'adopt-styles',
    enforce: 'pre',
    apply: 'build',
    async resolveId(source, importer) {
      if (!importer || !/dynamicCSS|cssUtils/.test(source)) return undefined;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      const found = REPLACED.find((pattern) => pattern.test(resolved?.id.split('?')[0] ?? ''));
      if (!found) return undefined;
      hits.add(found);
      return SHIM;
    },
    buildEnd(error) {
      if (!error && hits.size < REPLACED.length) this.error('a module that injects styles was not replaced');
    },
  };
}
