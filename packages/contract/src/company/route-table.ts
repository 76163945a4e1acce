/** Method and path of the operations that log in and out and show who calls. This file imports nothing. */
export const ACCOUNT_ROUTES = {
  login: { method: 'POST', path: '/auth/login' },
  logout: { method: 'POST', path: '/auth/logout' },
  getProfile: { method: 'GET', path: '/v1/profile' },
  updateProfile: { method: 'PATCH', path: '/v1/profile' },
} as const;

/** Method and path of the operations of administrators. */
export const ADMIN_ROUTES = {
  createUser: { method: 'POST', path: '/v1/users' },
  listUsers: { method: 'GET', path: '/v1/users' },
  getUser: { method: 'GET', path: '/v1/users/:id' },
  updateUser: { method: 'PATCH', path: '/v1/users/:id' },
  disableUser: { method: 'POST', path: '/v1/users/:id/disable' },
  enableUser: { method: 'POST', path: '/v1/users/:id/enable' },
  resetPassword: { method: 'POST', path: '/v1/users/:id/reset-password' },
  createApiKey: { method: 'POST', path: '/v1/api-keys' },
  listApiKeys: { method: 'GET', path: '/v1/api-keys' },
  getApiKey: { method: 'GET', path: '/v1/api-keys/:id' },
  revokeApiKey: { method: 'DELETE', path: '/v1/api-keys/:id' },
  listSessions: { method: 'GET', path: '/v1/sessions' },
  endSession: { method: 'DELETE', path: '/v1/sessions/:id' },
  createOAuthClient: { method: 'POST', path: '/v1/oauth-clients' },
  listOAuthClients: { method: 'GET', path: '/v1/oauth-clients' },
  getOAuthClient: { method: 'GET', path: '/v1/oauth-clients/:id' },
  updateOAuthClient: { method: 'PATCH', path: '/v1/oauth-clients/:id' },
  rotateOAuthClientSecret: { method: 'POST', path: '/v1/oauth-clients/:id/rotate-secret' },
  disableOAuthClient: { method: 'POST', path: '/v1/oauth-clients/:id/disable' },
  enableOAuthClient: { method: 'POST', path: '/v1/oauth-clients/:id/enable' },
  deleteOAuthClient: { method: 'DELETE', path: '/v1/oauth-clients/:id' },
  listConsents: { method: 'GET', path: '/v1/consents' },
  endConsent: { method: 'DELETE', path: '/v1/consents/:id' },
  createApp: { method: 'POST', path: '/v1/apps' },
  listApps: { method: 'GET', path: '/v1/apps' },
  getApp: { method: 'GET', path: '/v1/apps/:id' },
  updateApp: { method: 'PATCH', path: '/v1/apps/:id' },
  rotateAppSecret: { method: 'POST', path: '/v1/apps/:id/rotate-secret' },
  disableApp: { method: 'POST', path: '/v1/apps/:id/disable' },
  enableApp: { method: 'POST', path: '/v1/apps/:id/enable' },
  listAuditEvents: { method: 'GET', path: '/v1/audit-log' },
} as const;

/** Method and path of the operations on the intents of all Apps. */
export const COMPANY_INTENT_ROUTES = {
  listCompanyIntents: { method: 'GET', path: '/v1/intents' },
  exportCompanyIntents: { method: 'GET', path: '/v1/intents/export' },
  getCompanyIntent: { method: 'GET', path: '/v1/intents/:id' },
  getCompanyIntentEvents: { method: 'GET', path: '/v1/intents/:id/events' },
  submitCompanyIntent: { method: 'POST', path: '/v1/intents/:id/submit' },
  cancelCompanyIntent: { method: 'POST', path: '/v1/intents/:id/cancel' },
  deleteCompanyIntent: { method: 'DELETE', path: '/v1/intents/:id' },
  archiveCompanyIntent: { method: 'POST', path: '/v1/intents/:id/archive' },
  unarchiveCompanyIntent: { method: 'POST', path: '/v1/intents/:id/unarchive' },
} as const;

/** Method and path of the operations that find out why signed calls are refused. */
export const CHECK_ROUTES = {
  checkAppSignature: { method: 'POST', path: '/v1/apps/:id/check-signature' },
} as const;

/** Method and path of what operators read of an App beside its settings. */
export const APP_EVENT_ROUTES = {
  getAppUsage: { method: 'GET', path: '/v1/apps/:id/usage' },
  readAppEvents: { method: 'GET', path: '/v1/apps/:id/events' },
} as const;

/** Method and path of the operations of administrators on the webhook endpoints of an App. */
export const APP_WEBHOOK_ROUTES = {
  createAppWebhook: { method: 'POST', path: '/v1/apps/:id/webhooks' },
  listAppWebhooks: { method: 'GET', path: '/v1/apps/:id/webhooks' },
  getAppWebhook: { method: 'GET', path: '/v1/apps/:id/webhooks/:webhookId' },
  updateAppWebhook: { method: 'PATCH', path: '/v1/apps/:id/webhooks/:webhookId' },
  deleteAppWebhook: { method: 'DELETE', path: '/v1/apps/:id/webhooks/:webhookId' },
  rotateAppWebhookSecret: { method: 'POST', path: '/v1/apps/:id/webhooks/:webhookId/rotate-secret' },
  testAppWebhook: { method: 'POST', path: '/v1/apps/:id/webhooks/:webhookId/test' },
  listAppWebhookDeliveries: { method: 'GET', path: '/v1/apps/:id/webhooks/:webhookId/deliveries' },
  getAppWebhookDelivery: {
    method: 'GET',
    path: '/v1/apps/:id/webhooks/:webhookId/deliveries/:deliveryId',
  },
  retryAppWebhookDelivery: {
    method: 'POST',
    path: '/v1/apps/:id/webhooks/:webhookId/deliveries/:deliveryId/retry',
  },
  createAppWebhookReplay: { method: 'POST', path: '/v1/apps/:id/webhooks/:webhookId/replays' },
  getAppWebhookReplay: { method: 'GET', path: '/v1/apps/:id/webhooks/:webhookId/replays/:replayId' },
} as const;

/** Method and path of the operation of the first page of a console. */
export const DASHBOARD_ROUTES = { getDashboard: { method: 'GET', path: '/v1/dashboard' } } as const;
