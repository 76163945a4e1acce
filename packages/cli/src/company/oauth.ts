import type { StoredLogin } from './credential-file.ts';
import { UsageError } from '../usage-error.ts';

const TIMEOUT_MS = 30_000;
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
// RFC 8628, 3.2 and 3.5: the pause when the service names none, and how much longer `slow_down` makes it.
const DEFAULT_INTERVAL_SECONDS = 5;
const SLOW_DOWN_SECONDS = 5;

/** The authorization server refused, or could not answer. */
export class LoginError extends Error {
  override readonly name = 'LoginError';
  /** The error of RFC 6749 or 8628; `no_answer` without one. */
  readonly code: string;
  readonly isTemporary: boolean;

  constructor(code: string, message: string, isTemporary = false, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.isTemporary = isTemporary;
  }
}

/** Where a person confirms a device, and by which code. */
export interface DeviceCode {
  deviceCode: string;
  userCode: string;
  uri: string;
  completeUri: string;
  expiresInMs: number;
  intervalSeconds: number;
}

type Answer = Record<string, unknown>;

/** @throws LoginError. */
async function post(baseUrl: string, path: string, form: Record<string, string>): Promise<Answer> {
  const response = await fetch(`${baseUrl}/oauth/${path}`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(form),
    // A followed redirect would carry tokens to another host.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new LoginError('no_answer', `no answer from ${baseUrl}`, true, error);
  });
  const text = await response.text().catch(() => '');
  const answer = parse(text);
  if (response.ok && answer) return answer;
  const code = textOf(answer?.['error']) || 'no_answer';
  const description = textOf(answer?.['error_description']) || `not an answer of the service`;
  const isTemporary = response.status === 429 || response.status >= 500;
  throw new LoginError(code, `${description} (${code}, HTTP ${response.status})`, isTemporary);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function parse(text: string): Answer | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? (value as Answer | null) : null;
  } catch {
    return null;
  }
}

/** Begins a device flow. @throws LoginError. */
export async function requestDeviceCode(
  baseUrl: string,
  clientId: string,
  scope: string | undefined,
): Promise<DeviceCode> {
  const form = { client_id: clientId, ...(scope !== undefined && { scope }) };
  const answer = await post(baseUrl, 'device_authorization', form);
  const uri = textOf(answer['verification_uri']);
  return {
    deviceCode: textOf(answer['device_code']),
    userCode: textOf(answer['user_code']),
    uri,
    completeUri: textOf(answer['verification_uri_complete']) || uri,
    expiresInMs: Number(answer['expires_in']) * 1_000,
    intervalSeconds: Number(answer['interval'] ?? DEFAULT_INTERVAL_SECONDS),
  };
}

/**
 * Waits until the person has confirmed the device.
 *
 * @param pause - waits for these milliseconds.
 * @throws LoginError when the person denies it, or the code expires first.
 */
export async function pollForTokens(
  service: { baseUrl: string; clientId: string },
  { deviceCode, expiresInMs, intervalSeconds }: DeviceCode,
  pause: (ms: number) => Promise<unknown>,
): Promise<StoredLogin> {
  const endsAt = performance.now() + expiresInMs;
  const form = { grant_type: DEVICE_GRANT, device_code: deviceCode, client_id: service.clientId };
  for (let seconds = intervalSeconds; performance.now() < endsAt;) {
    await pause(seconds * 1_000);
    try {
      return toLogin(service, await post(service.baseUrl, 'token', form));
    } catch (error) {
      if (!(error instanceof LoginError)) throw error;
      const isSlower = error.code === 'slow_down';
      if (isSlower) seconds += SLOW_DOWN_SECONDS;
      if (!isSlower && error.code !== 'authorization_pending' && !error.isTemporary) throw error;
    }
  }
  throw new LoginError('expired_token', 'nobody confirmed the code in time');
}

/** New tokens for a refresh token, which is used up. @throws LoginError. */
export async function refreshLogin(login: StoredLogin): Promise<StoredLogin> {
  const { baseUrl, clientId, refreshToken } = login;
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId };
  return toLogin(login, await post(baseUrl, 'token', form));
}

/** Ends the tokens at the service. @throws LoginError. */
export async function revokeLogin({ baseUrl, clientId, refreshToken }: StoredLogin): Promise<void> {
  await post(baseUrl, 'revoke', { token: refreshToken, client_id: clientId });
}

function toLogin({ baseUrl, clientId }: { baseUrl: string; clientId: string }, answer: Answer): StoredLogin {
  const refreshToken = textOf(answer['refresh_token']);
  if (refreshToken === '')
    throw new UsageError(
      'the OAuth client may not refresh its tokens',
      'Register it with the grant types of devices and of refresh tokens.',
    );
  return {
    baseUrl,
    clientId,
    accessToken: textOf(answer['access_token']),
    expiresAt: new Date(Date.now() + Number(answer['expires_in']) * 1_000).toISOString(),
    refreshToken,
  };
}
