import type { ProcessRole, Setting } from './setting.ts';
import { type SettingName, SETTINGS } from './settings.ts';

// The paths are not secret, but the files are.
const SECRET_FILES: ReadonlySet<string> = new Set(['TLS_CERT_FILE', 'TLS_KEY_FILE']);

/**
 * Secrets that are set although no role of the process uses them: an attacker in the process would get them too. A
 * setting with `fallbackFor` is needed while the setting named there is unset, one with `neededWith` while that has its
 * value.
 */
export function findNeedlessSettings(
  env: Record<string, string | undefined>,
  roles: readonly ProcessRole[],
): SettingName[] {
  const isSet = (name: string): boolean => (env[name] ?? '') !== '';
  const isNeeded = ({ roles: users, fallbackFor, neededWith }: Setting): boolean =>
    roles.some((role) => users.includes(role)) ||
    (neededWith !== undefined &&
      roles.includes(neededWith.role) &&
      env[neededWith.setting] === neededWith.value) ||
    (fallbackFor !== undefined && roles.includes(fallbackFor.role) && !isSet(fallbackFor.setting));
  return (Object.entries(SETTINGS) as [SettingName, Setting][])
    .filter(([name, setting]) => setting.isSecret === true || SECRET_FILES.has(name))
    .filter(([name, setting]) => isSet(name) && !isNeeded(setting))
    .map(([name]) => name);
}
