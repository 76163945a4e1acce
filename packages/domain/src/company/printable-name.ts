import { hasLength } from '@procurement-intents/contract';
import { BEARER_TEXT_LENGTHS } from '@procurement-intents/contract/bearer';

/** Whether a name has no line breaks and other control characters, which could forge rows of a list or a name on a page. */
export const isPrintable = (name: string): boolean => /^[^\p{C}\p{Zl}\p{Zp}]*$/u.test(name);

/** Whether an App, an API key or a client may have this name. */
export const isName = (name: string): boolean =>
  isPrintable(name) && hasLength(name, BEARER_TEXT_LENGTHS.name);

const { min, max } = BEARER_TEXT_LENGTHS.name;
/** Why a name is refused, for the person at a command line. */
export const NAME_RULE = `the name must have ${min} to ${max} characters, all of them printable`;
