import { SIGNING_HEADERS as HEADERS } from '@procurement-intents/contract/signing';

export interface SignedCall {
  baseUrl: string;
  appId: string;
  method: string;
  /** With its query. */
  path: string;
  /** Empty: none. */
  body?: string;
}

/** Quotes text for a shell. */
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/**
 * One line for bash or zsh that signs a call when it is run, and sends it. The secret comes from the environment, so that
 * the line can be kept and sent to others.
 */
export function signedCurl({ baseUrl, appId, method, path, body = '' }: SignedCall): string {
  const hasBody = body !== '';
  const text = `${quote(method + path)}"$ts${hasBody ? '$body' : ''}"`;
  const digest = String.raw`openssl dgst -sha256 -hmac "$PROCUREMENT_APP_SECRET" | sed 's/.* //'`;
  return [
    `ts=$(date +%s)000;${hasBody ? ` body=${quote(body)};` : ''} curl -sS -X ${method} ${quote(baseUrl + path)}`,
    `-H ${quote(`${HEADERS.appId}: ${appId}`)}`,
    `-H "${HEADERS.timestamp}: $ts"`,
    `-H "${HEADERS.signature}: $(printf %s ${text} | ${digest})"`,
    ...(hasBody ? [`-H 'content-type: application/json' --data-binary "$body"`] : []),
  ].join(' ');
}
