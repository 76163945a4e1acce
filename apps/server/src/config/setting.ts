import type { z } from 'zod';

export const PROCESS_ROLES = ['api', 'worker', 'sandbox'] as const;
/** A kind of work that a process does. */
export type ProcessRole = (typeof PROCESS_ROLES)[number];

/** The type of a setting. */
export interface SettingType<Value> {
  /** Parses the value of the environment variable. */
  schema: z.ZodType<Value>;
  /** Describes a valid value; completes the sentence "NAME must be ...". */
  rule: string;
}

/** Defaults that differ in production. */
export interface PerMode<Value> {
  development: Value;
  production: Value;
}

/** @param development - used everywhere except in production. */
export const perMode = <const Value>(development: Value, production: Value): PerMode<Value> => ({
  development,
  production,
});

interface Traits {
  /** The roles that use the setting. */
  roles: readonly ProcessRole[];
  /** A role that uses the setting while another setting is unset. */
  fallbackFor?: { role: ProcessRole; setting: string };
  /** A role that uses the setting while another setting has a value. */
  neededWith?: { role: ProcessRole; setting: string; value: string };
  /** The roles that do not start in production without it; a process that has the setting `or` can do without. */
  requiredInProduction?: { roles: readonly ProcessRole[]; or?: string };
  effect: string;
  /** Never shown in messages; a process whose roles do not use it should not have it. */
  isSecret?: boolean;
}

/** One environment variable. */
export interface Setting<
  Key extends string | undefined = string | undefined,
  Value = unknown,
> extends Traits {
  /** Its name in `Config`; undefined when only combined values use it. */
  key: Key;
  schema: z.ZodType;
  rule: string;
  defaults: PerMode<Value>;
  /** The default as the reference shows it. */
  defaultText: string;
}

interface Row<Key extends string | undefined, Value, Default> extends Traits {
  key?: Key;
  type: SettingType<Value>;
  default: Default | PerMode<Default>;
  /** The default in words, when the value itself does not explain it. */
  shownDefault?: string;
}

const isPerMode = <Value>(given: Value | PerMode<Value>): given is PerMode<Value> =>
  typeof given === 'object' && given !== null && 'production' in given;

function show(value: unknown): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Creates a row of the table. Its value is the parsed text, or the default. */
export function setting<Value, Default, const Key extends string | undefined = undefined>({
  key,
  type,
  default: given,
  shownDefault,
  ...traits
}: Row<Key, Value, Default>): Setting<Key, Value | Default> {
  const defaults = isPerMode(given) ? given : { development: given, production: given };
  const { development, production } = defaults;
  const inProduction = isPerMode(given) ? `; in production ${show(production)}` : '';
  return {
    ...traits,
    ...type,
    key: key as Key,
    defaults,
    defaultText: shownDefault ?? `${show(development)}${inProduction}`,
  };
}
