import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { shuffle } from './statistics.ts';

export interface ImportCost {
  /** From the start of the process to its end. */
  wallMs: number;
  /** Of the import alone, inside the process: the clock on the wall, and processor time of all its threads. */
  importMs: number;
  importCpuMs: number;
}

const run = promisify(execFile);

/**
 * Imports each module in fresh processes, round after round in an order of its own.
 *
 * @param urls - by name. An empty module is measured with them, under the name `''`: what Node needs for any import.
 */
export async function measureImports(
  urls: ReadonlyMap<string, string>,
  rounds: number,
): Promise<Map<string, ImportCost[]>> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-import-'));
  try {
    const empty = join(directory, 'empty.mjs');
    writeFileSync(empty, '');
    const all = [...urls, ['', empty] as const];
    const scripts = all.map(([name, url], index) => {
      const file = join(directory, `import-${index}.mjs`);
      writeFileSync(file, scriptOf(url));
      return { name, file };
    });
    const costs = new Map<string, ImportCost[]>(all.map(([name]) => [name, []]));
    // The first round fills the file cache, and does not count.
    for (let round = 0; round <= rounds; round += 1) {
      for (const { name, file } of shuffle(scripts)) {
        const cost = await importOnce(file);
        if (round > 0) costs.get(name)?.push(cost);
      }
    }
    return costs;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const scriptOf = (url: string) => `
const cpuBefore = process.cpuUsage();
const startedAt = performance.now();
await import(${JSON.stringify(url)});
const importMs = performance.now() - startedAt;
const { user, system } = process.cpuUsage(cpuBefore);
process.stdout.write(JSON.stringify({ importMs, importCpuMs: (user + system) / 1_000 }));
`;

async function importOnce(file: string): Promise<ImportCost> {
  const startedAt = performance.now();
  const { stdout } = await run(process.execPath, [file]);
  const wallMs = performance.now() - startedAt;
  return { wallMs, ...(JSON.parse(stdout) as { importMs: number; importCpuMs: number }) };
}
