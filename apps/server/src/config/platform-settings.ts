import { setting } from './setting.ts';
import { address, isPrefix, listOf, oneOf, text, wholeNumber } from './setting-types.ts';

const SANDBOX = 'the sandbox; in production the platform is not connected';

/** The settings that configure a platform. */
export function platformSettings<const Letter extends 'A' | 'B' | 'C'>(letter: Letter) {
  const name = `PLATFORM_${letter}` as const;
  // An API asks the gateway for prices when the shop has no pages to read them from.
  const pricesByGateway = { role: 'api', setting: `${name}_PRICES`, value: 'gateway' } as const;
  const url = setting({
    type: address('http', 'https'),
    default: null,
    shownDefault: SANDBOX,
    roles: ['worker'],
    neededWith: pricesByGateway,
    effect: `Ordering gateway of ${name}.`,
  });
  const token = setting({
    type: text('the bearer token of the gateway'),
    default: null,
    shownDefault: SANDBOX,
    roles: ['worker'],
    neededWith: pricesByGateway,
    effect: `Bearer token for the gateway of ${name}.`,
    isSecret: true,
  });
  const productUrls = setting({
    type: listOf(isPrefix, 'comma-separated http or https addresses', 1),
    default: null,
    shownDefault: SANDBOX,
    roles: ['api', 'worker'],
    effect: `Prefixes (origin and path) of the product pages of ${name}. A prefix on 127.0.0.1 or localhost lets the page fetch connect to this machine, for that origin alone. An intent for a platform that is not connected is refused (40001).`,
  });
  const prices = setting({
    type: oneOf('page', 'gateway'),
    default: 'page' as const,
    roles: ['api', 'worker'],
    effect: `Where the price of a product of ${name} is read: on its page, or by \`GET /quote\` of the gateway, for a shop whose pages are not public. With \`gateway\` the API needs \`${name}_URL\` and \`${name}_TOKEN\` too.`,
  });
  const concurrency = setting({
    type: wholeNumber(1, 500),
    default: 16,
    roles: ['api', 'worker'],
    effect: `Calls that one process has under way at the gateway of ${name} at once, and one App three quarters of them; the rest wait. A gateway that says how many orders a second it takes gets no more than fit into \`PLATFORM_TIMEOUT_MS\`.`,
  });
  return {
    [`${name}_URL`]: url,
    [`${name}_TOKEN`]: token,
    [`${name}_PRODUCT_URLS`]: productUrls,
    [`${name}_PRICES`]: prices,
    [`${name}_CONCURRENCY`]: concurrency,
  } as Record<`PLATFORM_${Letter}_URL` | `PLATFORM_${Letter}_TOKEN`, typeof url> &
    Record<`PLATFORM_${Letter}_PRODUCT_URLS`, typeof productUrls> &
    Record<`PLATFORM_${Letter}_PRICES`, typeof prices> &
    Record<`PLATFORM_${Letter}_CONCURRENCY`, typeof concurrency>;
}
