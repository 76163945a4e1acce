import { randomInt } from 'node:crypto';
import { LIFETIMES } from '@procurement-intents/contract/bearer';
import {
  DEVICE_CODE_PREFIX,
  type DEVICE_GRANT,
  type DeviceView,
  OAUTH_LIMITS,
  OAUTH_PAGE_ROUTES,
  type TokenView,
  USER_CODE_LENGTH,
  USER_CODE_LETTERS,
} from '@procurement-intents/contract/oauth';
import { BearerError } from '@procurement-intents/domain/bearer';
import {
  decidePoll,
  formatUserCode,
  type GivenParameters,
  OAuthError,
  presentTokens,
  readDeviceScopes,
  type TokenRequest,
} from '@procurement-intents/domain/oauth';
import { hashOf, newDigits } from '../new-token.ts';
import { mintTokens, secondsAfter } from './mint-tokens.ts';
import type { OAuthContext } from './oauth-context.ts';
import type { ClientRow } from './store/client-store.ts';

type DeviceDeps = Pick<OAuthContext, 'devices' | 'clock'>;

const newUserCode = (): string =>
  Array.from({ length: USER_CODE_LENGTH }, () => USER_CODE_LETTERS[randomInt(USER_CODE_LETTERS.length)]).join(
    '',
  );

/**
 * Begins a device flow. RFC 8628, 3.2.
 *
 * @throws OAuthError; BearerError `rate_limited` when the address has begun too many, or too many of the client wait.
 */
export async function authorizeDevice(
  { devices, clock, issuer, limitDevices }: DeviceDeps & Pick<OAuthContext, 'issuer' | 'limitDevices'>,
  client: ClientRow,
  { form, address }: { form: GivenParameters; address: string },
): Promise<DeviceView> {
  const scopes = readDeviceScopes(form, client);
  if (client.isPublic) await limitDevices(`${address} ${client.id}`);
  const at = clock.now();
  const expiresAt = secondsAfter(at, LIFETIMES.deviceCodeSeconds);
  const deviceCode = DEVICE_CODE_PREFIX + newDigits();
  const userCode = newUserCode();
  const device = {
    hash: hashOf(deviceCode),
    userCodeHash: hashOf(userCode),
    clientId: client.id,
    scopes,
    at,
    expiresAt,
  };
  // Of 25 thousand million codes another one has the same: the client asks once more.
  const outcome = await devices.insert(device);
  if (outcome === 'full') throw new BearerError('rate_limited');
  if (outcome === 'taken') throw new OAuthError('temporarily_unavailable');
  const page = issuer() + OAUTH_PAGE_ROUTES.showDevice.path;
  return {
    device_code: deviceCode,
    user_code: formatUserCode(userCode),
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${formatUserCode(userCode)}`,
    expires_in: LIFETIMES.deviceCodeSeconds,
    interval: OAUTH_LIMITS.pollSeconds,
  };
}

/** Gives the tokens of a device that a person has approved. RFC 8628, 3.4 and 3.5. @throws OAuthError */
export async function pollDevice(
  { devices, clock }: DeviceDeps,
  client: ClientRow,
  { deviceCode }: Extract<TokenRequest, { grant: typeof DEVICE_GRANT }>,
): Promise<TokenView> {
  const at = clock.now();
  const device = { hash: hashOf(deviceCode), clientId: client.id, at };
  const minted = mintTokens(client, at);
  const issued = await devices.take(device, minted.row);
  if (issued) return presentTokens(minted, issued, client);
  throw new OAuthError(decidePoll(await devices.poll(device), at));
}
