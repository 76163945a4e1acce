import { DEFAULT_PERMISSIONS, type Permission, PERMISSIONS } from '@procurement-intents/contract';
import { Option } from 'commander';

/** The options that say what an App may do. */
export interface PermissionOptions {
  readOnly?: true;
  readWrite?: true;
  permissions?: Permission[];
}

/** The option that grants these permissions and no others. */
export const permissionsOption = (): Option =>
  new Option('--permissions <name...>', 'grant these, and no others').choices(PERMISSIONS);

/** The permissions that the options name; undefined: none is named. */
export function permissionsOf({
  readOnly,
  readWrite,
  permissions,
}: PermissionOptions): readonly Permission[] | undefined {
  if (readOnly) return ['intents:read'];
  return readWrite ? DEFAULT_PERMISSIONS : permissions;
}
