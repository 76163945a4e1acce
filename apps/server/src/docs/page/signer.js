// Generated from packages/sdk/src/signing by `npm run generate`. Do not edit.

var ALGORITHM = { name: "HMAC", hash: "SHA-256" };
function createHmacSha256(secret) {
  const encoder = new TextEncoder();
  const importKey = () => crypto.subtle.importKey("raw", encoder.encode(secret), ALGORITHM, false, ["sign"]);
  let key;
  return async (message) => {
    key ??= importKey();
    const digest = await crypto.subtle.sign("HMAC", await key, encoder.encode(message));
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  };
}

var SIGNING_HEADERS = {
  appId: "x-app-id",
  timestamp: "x-timestamp",
  signature: "x-signature"
};

function createSigner(appId, appSecret, createHmac = createHmacSha256) {
  const hmac = createHmac(appSecret);
  return async ({ method, path, body, timestampMs }) => ({
    [SIGNING_HEADERS.appId]: appId,
    [SIGNING_HEADERS.timestamp]: String(timestampMs),
    [SIGNING_HEADERS.signature]: await hmac(method + path + timestampMs + body)
  });
}
export {
  createSigner
};
