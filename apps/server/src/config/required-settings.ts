import type { ProcessRole, Setting } from './setting.ts';
import { type SettingName, SETTINGS } from './settings.ts';

/** A setting without which a role does not start in production, and the one that can stand in for it. */
export interface RequiredSetting {
  name: SettingName;
  or: string | undefined;
}

/** What production requires of a process with these roles, in the order of the table. */
export function requiredSettings(roles: readonly ProcessRole[]): RequiredSetting[] {
  return (Object.entries(SETTINGS) as [SettingName, Setting][]).flatMap(([name, { requiredInProduction }]) =>
    requiredInProduction?.roles.some((role) => roles.includes(role))
      ? [{ name, or: requiredInProduction.or }]
      : [],
  );
}

/** One line for each setting that production requires of the process and that is not set. */
export function findMissingSettings(
  env: Record<string, string | undefined>,
  roles: readonly ProcessRole[],
): string[] {
  const isMissing = (name: string): boolean => (env[name] ?? '') === '';
  const required = requiredSettings(roles);
  const missing = required.filter(({ name, or }) => isMissing(name) && (or === undefined || isMissing(or)));
  return missing
    .filter(({ or }) => !required.some(({ name }) => name === or))
    .map(({ name, or }) => `${name} must be set in production${or === undefined ? '' : `, or ${or}`}`);
}
