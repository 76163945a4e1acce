import { createHmacSha256 } from '#hmac';
import { SIGNING_HEADERS } from '../generated/tables.ts';

/** HMAC-SHA256 of a text in UTF-8, as lower-case hex. */
export type HmacSha256 = (message: string) => string | Promise<string>;

/**
 * The parts of a request that a signature covers. `path` includes the query; `path` and `body` are exactly as sent.
 * The path prefix of a gateway is not included, because the gateway removes it.
 */
export interface Signable {
  method: string;
  path: string;
  /** The empty string when there is no body. */
  body: string;
  /** Unix milliseconds. */
  timestampMs: number;
}

/** Returns the headers that sign a request: `X-App-Id`, `X-Timestamp` and `X-Signature`. */
export type Signer = (request: Signable) => Record<string, string> | Promise<Record<string, string>>;

/**
 * Creates a signer for an App, for a backend that signs the requests of its pages. The backend must first check that
 * the user may make the request. The secret stays in the closure, so that printing the signer does not show it.
 *
 * @example const headers = await createSigner('app_1', secret)({ method, path, body, timestampMs: Date.now() });
 */
export function createSigner(appId: string, appSecret: string): Signer;
/** @internal */
export function createSigner(
  appId: string,
  appSecret: string,
  createHmac?: (secret: string) => HmacSha256,
): Signer;
export function createSigner(
  appId: string,
  appSecret: string,
  createHmac: (secret: string) => HmacSha256 = createHmacSha256,
): Signer {
  const hmac = createHmac(appSecret);
  return ({ method, path, body, timestampMs }) => {
    const toHeaders = (signature: string) => ({
      [SIGNING_HEADERS.appId]: appId,
      [SIGNING_HEADERS.timestamp]: String(timestampMs),
      [SIGNING_HEADERS.signature]: signature,
    });
    const signature = hmac(method + path + timestampMs + body);
    return typeof signature === 'string' ? toHeaders(signature) : signature.then(toHeaders);
  };
}
