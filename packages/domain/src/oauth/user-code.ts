import { USER_CODE_LENGTH, USER_CODE_LETTERS } from '@procurement-intents/contract/oauth';

const FORM = new RegExp(`^[${USER_CODE_LETTERS}]{${USER_CODE_LENGTH}}$`);

/** A user code as it is kept, from what a person typed in any case, with or without separators; null when it is none. RFC 8628, 6.1. */
export function parseUserCode(text: string): string | null {
  const letters = text.toUpperCase().replaceAll(/[\s\p{Pd}]/gu, '');
  return FORM.test(letters) ? letters : null;
}

/** A user code in two halves, for people. */
export const formatUserCode = (code: string): string =>
  `${code.slice(0, USER_CODE_LENGTH / 2)}-${code.slice(USER_CODE_LENGTH / 2)}`;
