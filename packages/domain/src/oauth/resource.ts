import { RESOURCE_PATH } from '@procurement-intents/contract/oauth';
import type { GivenParameters } from './parameters.ts';

/** The bearer API as OAuth clients name it. */
export const resourceOf = (issuer: string): string => issuer + RESOURCE_PATH;

/** Whether every API that `resource` names is ours; it may name none. RFC 8707, 2. */
export function isOwnResource({ resource = [] }: GivenParameters, issuer: string): boolean {
  return [resource].flat().every((one) => one === '' || one === resourceOf(issuer));
}
