// Generated from packages/sdk/src/signing by `npm run generate`. Do not edit.

function createHmacSha256(secret) {
  const encode = (text) => new TextEncoder().encode(text);
  let key;
  return async (message) => {
    key ??= crypto.subtle.importKey("raw", encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
      "sign"
    ]);
    const digest = await crypto.subtle.sign("HMAC", await key, encode(message));
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
  return ({ method, path, body, timestampMs }) => {
    const toHeaders = (signature2) => ({
      [SIGNING_HEADERS.appId]: appId,
      [SIGNING_HEADERS.timestamp]: String(timestampMs),
      [SIGNING_HEADERS.signature]: signature2
    });
    const signature = hmac(method + path + timestampMs + body);
    return typeof signature === "string" ? toHeaders(signature) : signature.then(toHeaders);
  };
}
export {
  createSigner
};
