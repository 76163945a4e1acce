// The floor of what a page has to load: `hand-signed-fetch.ts` with the crypto of browsers.

const encoder = new TextEncoder();

export async function callByHand(
  method: string,
  url: URL,
  body: string,
  { appId, secret }: { appId: string; secret: string },
) {
  const timestamp = String(Date.now());
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  const message = encoder.encode(method + url.pathname + url.search + timestamp + body);
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, message));
  const signature = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const response = await fetch(url, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-app-id': appId,
      'x-timestamp': timestamp,
      'x-signature': signature,
    },
    body: body || null,
  });
  if (!response.ok) throw new Error(`${method} ${url.pathname}: HTTP ${response.status}`);
  return response.json();
}
