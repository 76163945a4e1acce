import { Option } from 'commander';
import { parseVersion } from '../parse-arguments.ts';

/** The option that protects a change from overwriting another. */
export interface ChangeCommandOptions {
  ifVersion?: number;
}

export const ifVersionOption = (what = 'purchase'): Option =>
  new Option('--if-version <n>', `only if the ${what} still has this version`).argParser(parseVersion);
