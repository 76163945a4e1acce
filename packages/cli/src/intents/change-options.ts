import { Option } from 'commander';
import { parseVersion } from '../parse-arguments.ts';

/** The option that protects a change from overwriting another. */
export interface ChangeCommandOptions {
  ifVersion?: number;
}

export const ifVersionOption = (): Option =>
  new Option('--if-version <n>', 'only if the purchase still has this version').argParser(parseVersion);
