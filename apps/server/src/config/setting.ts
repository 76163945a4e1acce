import type { z } from 'zod';

export const ROLES = ['api', 'worker', 'sandbox'] as const;
/** What a process can do. */
export type Role = (typeof ROLES)[number];

/** What a setting takes. */
export interface SettingType<Value> {
  /** Reads the text of the environment. */
  schema: z.ZodType<Value>;
  /** What a good value looks like; it ends the sentence "NAME must be ...". */
  rule: string;
}

/** Defaults that differ in production. */
export interface PerMode<Value> {
  development: Value;
  production: Value;
}

/** @param development - taken everywhere but in production. */
export const perMode = <const Value>(development: Value, production: Value): PerMode<Value> => ({
  development,
  production,
});

interface Traits {
  /** The roles that work with it. */
  roles: readonly Role[];
  /** A role that works with it while another setting is unset. */
  fallbackFor?: { role: Role; setting: string };
  effect: string;
  /** Kept out of every message, and no business of a process whose roles do not work with it. */
  isSecret?: boolean;
}

/** One variable of the environment. */
export interface Setting<
  Key extends string | undefined = string | undefined,
  Value = unknown,
> extends Traits {
  /** Its name in the configuration; undefined for what others are made of. */
  key: Key;
  schema: z.ZodType;
  rule: string;
  defaults: PerMode<Value>;
  /** The default, as documents show it. */
  defaultText: string;
}

interface Row<Key extends string | undefined, Value, Default> extends Traits {
  key?: Key;
  type: SettingType<Value>;
  default: Default | PerMode<Default>;
  /** The default in words, where the value itself does not tell. */
  shownDefault?: string;
}

const isPerMode = <Value>(given: Value | PerMode<Value>): given is PerMode<Value> =>
  typeof given === 'object' && given !== null && 'production' in given;

function show(value: unknown): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Makes a row of the table; its value is what the type reads, or the default. */
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
