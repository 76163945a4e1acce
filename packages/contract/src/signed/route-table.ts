/**
 * Method and path of every operation. This file imports nothing, so that a browser can load it with the SDK; the
 * contract adds schemas, errors and metadata.
 */
export const ROUTES = {
  getHealth: { method: 'GET', path: '/api/v1/health' },
  createIntent: { method: 'POST', path: '/api/v1/intents' },
  listIntents: { method: 'GET', path: '/api/v1/intents' },
  createIntents: { method: 'POST', path: '/api/v1/intents/batch' },
  exportIntents: { method: 'GET', path: '/api/v1/intents/export' },
  getIntent: { method: 'GET', path: '/api/v1/intents/:id' },
  updateIntent: { method: 'PUT', path: '/api/v1/intents/:id' },
  setIntentLabels: { method: 'PUT', path: '/api/v1/intents/:id/labels' },
  cancelIntent: { method: 'POST', path: '/api/v1/intents/:id/cancel' },
  submitIntent: { method: 'POST', path: '/api/v1/intents/:id/submit' },
  deleteIntent: { method: 'DELETE', path: '/api/v1/intents/:id' },
  archiveIntent: { method: 'POST', path: '/api/v1/intents/:id/archive' },
  unarchiveIntent: { method: 'POST', path: '/api/v1/intents/:id/unarchive' },
  listIntentEvents: { method: 'GET', path: '/api/v1/intents/:id/events' },
  listEvents: { method: 'GET', path: '/api/v1/events' },
  createWebhook: { method: 'POST', path: '/api/v1/webhooks' },
  listWebhooks: { method: 'GET', path: '/api/v1/webhooks' },
  getWebhook: { method: 'GET', path: '/api/v1/webhooks/:id' },
  updateWebhook: { method: 'PUT', path: '/api/v1/webhooks/:id' },
  deleteWebhook: { method: 'DELETE', path: '/api/v1/webhooks/:id' },
  rotateWebhookSecret: { method: 'POST', path: '/api/v1/webhooks/:id/rotate-secret' },
  testWebhook: { method: 'POST', path: '/api/v1/webhooks/:id/test' },
  listWebhookDeliveries: { method: 'GET', path: '/api/v1/webhooks/:id/deliveries' },
  getWebhookDelivery: { method: 'GET', path: '/api/v1/webhooks/:id/deliveries/:deliveryId' },
  retryWebhookDelivery: { method: 'POST', path: '/api/v1/webhooks/:id/deliveries/:deliveryId/retry' },
  createWebhookReplay: { method: 'POST', path: '/api/v1/webhooks/:id/replays' },
  getWebhookReplay: { method: 'GET', path: '/api/v1/webhooks/:id/replays/:replayId' },
} as const;

export type OperationId = keyof typeof ROUTES;
