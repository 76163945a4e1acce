import { z } from 'zod';
import { isPrefix, list, url } from './setting-schemas.ts';
import type { Setting } from './setting.ts';

/** The three settings of a platform. */
export function platformSettings(letter: 'A' | 'B' | 'C') {
  const name = `PLATFORM_${letter}` as const;
  const sandbox = `the sandbox outside production`;
  return {
    [`${name}_URL`]: {
      schema: url('http', 'https'),
      roles: ['worker'],
      rule: 'an http or https address',
      fallback: sandbox,
      effect: `Ordering gateway of ${name}.`,
    },
    [`${name}_TOKEN`]: {
      schema: z.string().min(1),
      roles: ['worker'],
      rule: 'the bearer token of the gateway',
      fallback: sandbox,
      effect: `Bearer token for the gateway of ${name}.`,
      isSecret: true,
    },
    [`${name}_PRODUCT_URLS`]: {
      schema: list.refine((prefixes) => prefixes.length > 0 && prefixes.every(isPrefix)),
      roles: ['api', 'worker'],
      rule: 'comma-separated http or https addresses',
      fallback: sandbox,
      effect: `Prefixes (origin and path) of the product pages of ${name}. A prefix on 127.0.0.1 or localhost opens loopback to the page fetch, for that origin alone.`,
    },
  } as unknown as Record<`PLATFORM_${'A' | 'B' | 'C'}_${'URL' | 'TOKEN' | 'PRODUCT_URLS'}`, Setting>;
}
