import { setting } from './setting.ts';
import { address, isPrefix, listOf, text } from './setting-types.ts';

const SANDBOX = 'the sandbox';

/** The three settings that configure a platform. */
export function platformSettings<const Letter extends 'A' | 'B' | 'C'>(letter: Letter) {
  const name = `PLATFORM_${letter}` as const;
  const url = setting({
    type: address('http', 'https'),
    default: null,
    shownDefault: SANDBOX,
    roles: ['worker'],
    requiredInProduction: { roles: ['worker'] },
    effect: `Ordering gateway of ${name}.`,
  });
  const token = setting({
    type: text('the bearer token of the gateway'),
    default: null,
    shownDefault: SANDBOX,
    roles: ['worker'],
    requiredInProduction: { roles: ['worker'] },
    effect: `Bearer token for the gateway of ${name}.`,
    isSecret: true,
  });
  const productUrls = setting({
    type: listOf(isPrefix, 'comma-separated http or https addresses', 1),
    default: null,
    shownDefault: SANDBOX,
    roles: ['api', 'worker'],
    requiredInProduction: { roles: ['api', 'worker'] },
    effect: `Prefixes (origin and path) of the product pages of ${name}. A prefix on 127.0.0.1 or localhost lets the page fetch connect to this machine, for that origin alone.`,
  });
  return { [`${name}_URL`]: url, [`${name}_TOKEN`]: token, [`${name}_PRODUCT_URLS`]: productUrls } as Record<
    `PLATFORM_${Letter}_URL` | `PLATFORM_${Letter}_TOKEN`,
    typeof url
  > &
    Record<`PLATFORM_${Letter}_PRODUCT_URLS`, typeof productUrls>;
}
