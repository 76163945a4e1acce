import { createHmacSha256 } from '#hmac';
import { SIGNING_HEADERS } from './generated/tables.ts';

/** HMAC-SHA256 of a text in UTF-8, as lower-case hex. */
export type HmacSha256 = (message: string) => string | Promise<string>;

/** What a signature covers. `path` holds the query too; both, and `body`, as they stand on the wire. */
export interface Signable {
  method: string;
  path: string;
  /** The empty string when there is no body. */
  body: string;
}

/** The three headers that sign a request at `timestampMs`, Unix milliseconds. */
export type Signer = (request: Signable, timestampMs: number) => Promise<Record<string, string>>;

/** Signs in the name of an App. The secret stays in the closure, out of reach of whatever prints objects. */
export function createSigner(
  appId: string,
  appSecret: string,
  createHmac: (secret: string) => HmacSha256 = createHmacSha256,
): Signer {
  const hmac = createHmac(appSecret);
  return async ({ method, path, body }, timestampMs) => {
    const timestamp = String(timestampMs);
    const made = hmac(method + path + timestamp + body);
    return {
      [SIGNING_HEADERS.appId]: appId,
      [SIGNING_HEADERS.timestamp]: timestamp,
      [SIGNING_HEADERS.signature]: typeof made === 'string' ? made : await made,
    };
  };
}
