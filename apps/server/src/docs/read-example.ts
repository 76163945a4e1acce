import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/**
 * Markdown of an example program: its README, and below it these files. They are named one by one: whoever runs an example
 * may have secrets and data beside them.
 */
export function readExample(folder: string, files: readonly string[]): string {
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8').trimEnd();
  const parts = files.map(
    (file) => `## \`${file}\`\n\n\`\`\`${extname(file).slice(1)}\n${read(file)}\n\`\`\``,
  );
  return `${[read('README.md'), ...parts].join('\n\n')}\n`;
}
