/** Method and path of the endpoints of the authorization server that programs call. This file imports nothing. */
export const OAUTH_ROUTES = {
  exchangeToken: { method: 'POST', path: '/oauth/token' },
  authorizeDevice: { method: 'POST', path: '/oauth/device_authorization' },
  revokeToken: { method: 'POST', path: '/oauth/revoke' },
  introspectToken: { method: 'POST', path: '/oauth/introspect' },
  readMetadata: { method: 'GET', path: '/.well-known/oauth-authorization-server' },
} as const;

/** Method and path of what a browser shows. */
export const OAUTH_PAGE_ROUTES = {
  authorize: { method: 'GET', path: '/oauth/authorize' },
  showLogin: { method: 'GET', path: '/oauth/interaction/login' },
  logIn: { method: 'POST', path: '/oauth/interaction/login' },
  showConsent: { method: 'GET', path: '/oauth/interaction/consent' },
  decideConsent: { method: 'POST', path: '/oauth/interaction/consent' },
  showDevice: { method: 'GET', path: '/oauth/device' },
  confirmDevice: { method: 'POST', path: '/oauth/device' },
} as const;
