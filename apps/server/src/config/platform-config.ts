import { PLATFORMS, type PlatformId } from '@procurement-intents/contract';
import type { ProcessRole } from './setting.ts';
import type { Read } from './settings.ts';

/** How a platform is reached. */
export interface PlatformConfig {
  id: PlatformId;
  /** Base address of the ordering gateway; `/orders` is appended to its path. Null in a process that calls no gateway. */
  gatewayUrl: string | null;
  /** Bearer token for the gateway; null in a process that calls none. */
  token: string | null;
  /**
   * Prefixes (origin and path) of the product pages. A prefix with a literal loopback host (`127.0.0.1`, `localhost`,
   * `[::1]`) lets the page fetch connect to this machine, for exactly that origin.
   */
  productUrlPrefixes: readonly string[];
  /** Where the price of a product is read. */
  prices: 'page' | 'gateway';
  /** Calls to the gateway at once in this process. */
  concurrency: number;
}

/** Token of the sandbox's gateway. No secret: it protects a simulation only. */
export const SANDBOX_TOKEN = 'sandbox-token';

export const sandboxOrigins = (port: number): [string, string] => [
  `http://127.0.0.1:${port}`,
  `http://localhost:${port}`,
];

interface Source {
  read: Read;
  isProduction: boolean;
  roles: readonly ProcessRole[];
  sandboxPort: number;
  problems: string[];
}

/** The platforms that are configured; outside production the others are shops of the sandbox. */
export function readPlatforms(source: Source): PlatformConfig[] {
  const { isProduction, roles, problems } = source;
  const problemsBefore = problems.length;
  const platforms = PLATFORMS.flatMap((id) => readPlatform(id, source) ?? []);
  const isBuying = roles.some((role) => role !== 'sandbox');
  if (isProduction && isBuying && platforms.length === 0 && problems.length === problemsBefore) {
    problems.push(`a platform must be set in production, such as ${listed(neededBy(PLATFORMS[0], source))}`);
  }
  return platforms;
}

type Needed = `${PlatformId}_${'URL' | 'TOKEN' | 'PRODUCT_URLS'}`;

/** The settings without which a process of these roles cannot use the platform. */
function neededBy(id: PlatformId, { read, roles }: Source): Needed[] {
  const asksForPrices = roles.includes('api') && read(`${id}_PRICES`) === 'gateway';
  const callsGateway = roles.includes('worker') || asksForPrices;
  return [...(callsGateway ? ([`${id}_URL`, `${id}_TOKEN`] as const) : []), `${id}_PRODUCT_URLS`];
}

function readPlatform(id: PlatformId, source: Source): PlatformConfig | null {
  const { read, isProduction, sandboxPort, problems } = source;
  const prices = read(`${id}_PRICES`);
  const concurrency = read(`${id}_CONCURRENCY`);
  const gatewayUrl = read(`${id}_URL`);
  const token = read(`${id}_TOKEN`);
  const productUrlPrefixes = read(`${id}_PRODUCT_URLS`);
  const needed = neededBy(id, source);
  const isComplete = needed.every((name) => read(name) !== null);
  if (isComplete && productUrlPrefixes !== null) {
    // A process that calls no gateway keeps no token.
    const gateway = needed.length > 1 ? { gatewayUrl, token } : { gatewayUrl: null, token: null };
    return { id, ...gateway, productUrlPrefixes, prices, concurrency };
  }
  const isUnset = gatewayUrl === null && token === null && productUrlPrefixes === null;
  if (!isUnset || (isProduction && prices === 'gateway')) {
    problems.push(`${listed(needed)} must be set${needed.length > 1 ? ' together' : ''}`);
  }
  return isProduction ? null : { ...sandboxShop(id, sandboxPort), prices, concurrency };
}

const listed = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : String(names[0]);

/** One of the sandbox's three shops as a platform. */
export function sandboxShop(id: PlatformId, sandboxPort: number) {
  const shop = id.slice(-1).toLowerCase();
  const origins = sandboxOrigins(sandboxPort);
  return {
    id,
    gatewayUrl: `${origins[0]}/${shop}`,
    token: SANDBOX_TOKEN,
    productUrlPrefixes: origins.map((origin) => `${origin}/${shop}/items/`),
  };
}
