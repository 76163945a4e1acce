import { hasLength } from '@procurement-intents/contract';
import { NAME_CHARS } from '@procurement-intents/contract/bearer';

/** Whether a name has no line breaks and other control characters, which could forge rows of a list or a name on a page. */
export const isPrintable = (name: string): boolean => /^[^\p{C}\p{Zl}\p{Zp}]*$/u.test(name);

/** Whether an App, an API key or a client may have this name. */
export const isName = (name: string): boolean => isPrintable(name) && hasLength(name, NAME_CHARS);

/** Why a name is refused, for the person at a command line. */
export const NAME_RULE = `the name must have ${NAME_CHARS.min} to ${NAME_CHARS.max} characters, all of them printable`;
