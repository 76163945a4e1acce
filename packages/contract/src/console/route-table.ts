/** Method and path of what the console's own page calls beside /v1. This file imports nothing. */
export const CONSOLE_ROUTES = {
  openConsoleSession: { method: 'POST', path: '/console/session' },
  getConsoleSession: { method: 'GET', path: '/console/session' },
  endConsoleSession: { method: 'DELETE', path: '/console/session' },
  reportPolicyViolation: { method: 'POST', path: '/console/csp-report' },
} as const;
