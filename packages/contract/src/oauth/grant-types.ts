/** How a client gets tokens: what a client is registered for, by the value of `grant_type`. */
export const GRANT_TYPES = {
  authorization_code: 'A person logs in and consents in a browser, which returns to the client with a code',
  refresh_token: 'A refresh token is exchanged for new tokens',
  client_credentials: 'The client acts for itself',
  'urn:ietf:params:oauth:grant-type:device_code':
    'A person confirms on a page of another device, while the client polls',
} as const;
export type GrantType = keyof typeof GRANT_TYPES;
export const GRANT_TYPE_NAMES = Object.keys(GRANT_TYPES) as GrantType[];

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code' satisfies GrantType;

/** How a client authenticates at an endpoint. `none`: a public client sends its `client_id` alone. */
export const CLIENT_AUTHENTICATIONS = ['client_secret_basic', 'client_secret_post', 'none'] as const;
