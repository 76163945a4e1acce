import { InvalidArgumentError } from 'commander';

/** The whole seconds that an option gives. */
export function parseSeconds(text: string): number {
  if (!/^[0-9]{1,8}$/.test(text)) throw new InvalidArgumentError('must be whole seconds');
  return Number(text);
}
