import { createHmacSha256 } from '#hmac';
import { SIGNING_HEADERS } from '../generated/tables.ts';

/** HMAC-SHA256 of a text in UTF-8, as lower-case hex. */
export type HmacSha256 = (message: string) => string | Promise<string>;

/**
 * What a signature covers. `path` holds the query too; both, and `body`, as they stand on the wire. The prefix of a gateway
 * is no part of it: the gateway takes it off.
 */
export interface Signable {
  method: string;
  path: string;
  /** The empty string when there is no body. */
  body: string;
  /** Unix milliseconds. */
  timestampMs: number;
}

/** Gives the headers that sign a request: `X-App-Id`, `X-Timestamp` and `X-Signature`. */
export type Signer = (request: Signable) => Record<string, string> | Promise<Record<string, string>>;

/**
 * Signs in the name of an App, for a backend that signs what its pages send. Before it does, the backend has to decide
 * whether this user may make this request. The secret stays in the closure, out of reach of whatever prints objects.
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
  return async ({ method, path, body, timestampMs }) => ({
    [SIGNING_HEADERS.appId]: appId,
    [SIGNING_HEADERS.timestamp]: String(timestampMs),
    [SIGNING_HEADERS.signature]: await hmac(method + path + timestampMs + body),
  });
}
