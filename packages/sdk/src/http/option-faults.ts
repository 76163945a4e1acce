/** What each option, id or key has to be. In the build for Node alone: in a page every byte counts, and it has the names. */
const OPTION_RULES = {
  baseUrl: 'must be https (http on loopback), without credentials, query, fragment or /api/v1',
  appId: 'must be the id of an App',
  appSecret: 'is empty or has white space: try `npx @procurement-intents/cli doctor`',
  credential: 'is missing',
  'a token': 'must be 1 to 255 visible ASCII characters',
  language: 'must be zh or en',
  'a time limit': 'must be a number above 0',
  requestId: 'must be 1 to 128 of [A-Za-z0-9._:-]',
  idempotencyKey: 'must be 1 to 255 visible ASCII characters',
  id: 'must be a text that is neither empty nor dots alone',
};

export type OptionName = keyof typeof OPTION_RULES;

/** Says what is wrong with an option. */
export const faultOf = (name: OptionName): string => `${name} ${OPTION_RULES[name]}`;
