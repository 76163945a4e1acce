import { isName, NAME_RULE } from '@procurement-intents/domain/company';
import { InvalidArgumentError } from 'commander';

/** The name that an option gives to an App or a key. */
export function parseName(text: string): string {
  const name = text.trim();
  if (!isName(name)) throw new InvalidArgumentError(NAME_RULE);
  return name;
}
