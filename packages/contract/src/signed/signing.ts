/** Names of the request headers that carry the signature, in lower case. Source: interface, "Signed requests". */
export const SIGNING_HEADERS = {
  appId: 'x-app-id',
  timestamp: 'x-timestamp',
  signature: 'x-signature',
} as const;

/** An App id, as `X-App-Id` carries it. */
export const APP_ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

/** Exactly 13 ASCII digits: Unix time in milliseconds. */
export const TIMESTAMP_PATTERN = /^[0-9]{13}$/;

/** Hex digest of HMAC-SHA256, either case. */
export const SIGNATURE_PATTERN = /^[0-9a-fA-F]{64}$/;

/** An origin-form request target: one leading slash, then only characters that RFC 3986 allows in path and query. */
export const SIGNABLE_PATH_PATTERN = /^\/(?!\/)[A-Za-z0-9\-._~!$&'()*+,;=:@/?%[\]]*$/;

/**
 * The part of the signed text that comes before the body: `METHOD + PATH + TIMESTAMP`, without separators.
 *
 * @param method - HTTP method; signed in upper case.
 * @param path - path with the query string, byte for byte as on the request line.
 * @param timestamp - value of `X-Timestamp`, Unix milliseconds.
 */
export function signingPrefix(method: string, path: string, timestamp: string): string {
  return method.toUpperCase() + path + timestamp;
}
