/** Method and path of the operations that log in and out and show who calls. This file imports nothing. */
export const ACCOUNT_ROUTES = {
  login: { method: 'POST', path: '/auth/login' },
  logout: { method: 'POST', path: '/auth/logout' },
  getProfile: { method: 'GET', path: '/v1/profile' },
  updateProfile: { method: 'PATCH', path: '/v1/profile' },
} as const;
