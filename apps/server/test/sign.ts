import { createHmac } from 'node:crypto';

export interface Signer {
  appId: string;
  appSecret: string;
}

/** The three headers of a signed request, over exactly these bytes. */
export function signedHeaders(
  signer: Signer,
  request: { method: string; path: string; body?: string | Buffer; timestamp?: string },
) {
  const timestamp = request.timestamp ?? String(Date.now());
  const signature = createHmac('sha256', signer.appSecret)
    .update(request.method + request.path + timestamp)
    .update(request.body ?? '')
    .digest('hex');
  return { 'X-App-Id': signer.appId, 'X-Timestamp': timestamp, 'X-Signature': signature };
}
