import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BOUNDED, CLIENTS, FLOOR, OURS, type Client, type Kind } from './clients.ts';
import { measureAbort } from './measure-abort.ts';
import { FAULT_CASES, measureFault, type FaultResult } from './measure-faults.ts';
import { measureHerd, type HerdResult } from './measure-herd.ts';
import { measureImports, type ImportCost } from './measure-import.ts';
import { measureBundle, measureOwnPackage, measurePackage, type PackageSize } from './measure-size.ts';
import { measureThroughput, type Throughput } from './measure-throughput.ts';
import { openService, type Service } from './open-service.ts';
import { spreadOf, type Spread } from './statistics.ts';

export const ROUNDS = { imports: 15, throughput: 25 };

const SDK = join(import.meta.dirname, '..', '..', 'packages', 'sdk');

// What a page with one client has to load: the class, with all its methods.
const PAGES: Record<string, string> = {
  [OURS]: `export { ProcurementIntents } from '../../packages/sdk/dist/web/index.js';`,
  openai: `export { OpenAI } from 'openai';`,
  stripe: `export { Stripe } from 'stripe';`,
  ky: `export { default } from 'ky';`,
  'openapi-fetch': `export { default } from 'openapi-fetch';`,
  [FLOOR]: `export { callByHand } from './hand-signed-page.ts';`,
};

export interface Result {
  /** `null` for what is no package. */
  size: PackageSize | null;
  /** `NaN` for what no page is measured of. */
  gzipped: number;
  /** Over bare Node, in milliseconds. */
  importMs: { process: Spread; inside: Spread };
  throughput: Throughput;
  /** In the order of `FAULT_CASES`. */
  faults: (FaultResult | null)[];
  herd: HerdResult;
  abortMs: number | null;
}

/** Runs every measurement on every client, in one process, one measurement after the other. */
export async function measureAll(announce: (step: string) => void): Promise<Map<string, Result>> {
  const service = await openService();
  try {
    announce('import');
    const imports = await measureImports(modules(), ROUNDS.imports);
    announce('throughput');
    const throughput = await measureThroughput(
      await openAll(service),
      { floor: FLOOR, bounded: BOUNDED },
      ROUNDS.throughput,
    );
    const results = new Map<string, Result>();
    for (const kind of CLIENTS) {
      announce(`faults, herd and abort: ${kind.name}`);
      results.set(kind.name, {
        size: sizeOf(kind),
        gzipped: await measurePage(kind),
        importMs: overBare(imports.get(kind.name) ?? [], imports.get('') ?? []),
        throughput: throughput.get(kind.name) as Throughput,
        // At once: they are waits, and each has an App and a client of its own.
        faults: await Promise.all(FAULT_CASES.map((each) => measureFault(kind, each, service))),
        herd: await measureHerd(kind, service),
        abortMs: await measureAbort(kind, service),
      });
    }
    return results;
  } finally {
    service.close();
  }
}

async function measurePage({ name }: Kind): Promise<number> {
  const code = PAGES[name];
  return code === undefined ? NaN : (await measureBundle(code)).gzipped;
}

/** The module that each client is imported by, by the client's name. */
function modules(): Map<string, string> {
  const urlOf = ({ name, packageName }: Kind) => {
    if (name === OURS) return pathToFileURL(join(SDK, 'dist', 'node', 'index.js')).href;
    if (packageName === null) return 'node:crypto';
    return import.meta.resolve(packageName);
  };
  return new Map(CLIENTS.map((kind) => [kind.name, urlOf(kind)]));
}

async function openAll({ baseUrl }: Service): Promise<Map<string, Client>> {
  const opened = CLIENTS.map(
    async (kind) => [kind.name, await kind.open({ baseUrl, appId: 'load' })] as const,
  );
  return new Map(await Promise.all(opened));
}

function sizeOf({ name, packageName }: Kind): PackageSize | null {
  if (name === OURS) return measureOwnPackage(SDK);
  return packageName === null ? null : measurePackage(packageName);
}

function overBare(costs: ImportCost[], bare: ImportCost[]): Result['importMs'] {
  const over = (part: keyof ImportCost) =>
    spreadOf(costs.map((cost, index) => cost[part] - (bare[index]?.[part] ?? NaN)));
  return { process: over('wallMs'), inside: over('importMs') };
}
