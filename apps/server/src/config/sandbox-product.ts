import type { Config } from './config.ts';
import { type PlatformConfig, sandboxOrigins } from './platform-config.ts';

/** A product of the sandbox that is always for sale. */
export interface SandboxProduct {
  platform: PlatformConfig['id'];
  productUrl: string;
}

/** A product on a connected platform that is a shop of the sandbox; null: there is none. */
export function sandboxProduct(
  sandboxUrl: string | null,
  platforms: readonly Pick<PlatformConfig, 'id' | 'productUrlPrefixes'>[],
): SandboxProduct | null {
  for (const { id: platform, productUrlPrefixes } of platforms) {
    const products = productUrlPrefixes.find((prefix) => sandboxUrl && prefix.startsWith(`${sandboxUrl}/`));
    if (products !== undefined) return { platform, productUrl: `${products}ordinary` };
  }
  return null;
}

/** A product of the sandbox that runs in this process; null without one. */
export const ownSandboxProduct = ({
  roles,
  sandboxPort,
  platforms,
}: Pick<Config, 'roles' | 'sandboxPort' | 'platforms'>): SandboxProduct | null =>
  roles.includes('sandbox') ? sandboxProduct(sandboxOrigins(sandboxPort)[0], platforms) : null;
