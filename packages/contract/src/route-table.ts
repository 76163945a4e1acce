/**
 * Method and path of every operation. This file imports nothing, so that a browser can load it with the SDK; the
 * contract adds schemas, errors and metadata.
 */
export const ROUTES = {
  getHealth: { method: 'GET', path: '/api/v1/health' },
  createIntent: { method: 'POST', path: '/api/v1/intents' },
  listIntents: { method: 'GET', path: '/api/v1/intents' },
  getIntent: { method: 'GET', path: '/api/v1/intents/:id' },
  updateIntent: { method: 'PUT', path: '/api/v1/intents/:id' },
  cancelIntent: { method: 'POST', path: '/api/v1/intents/:id/cancel' },
  submitIntent: { method: 'POST', path: '/api/v1/intents/:id/submit' },
  deleteIntent: { method: 'DELETE', path: '/api/v1/intents/:id' },
  listIntentEvents: { method: 'GET', path: '/api/v1/intents/:id/events' },
  listEvents: { method: 'GET', path: '/api/v1/events' },
} as const;

export type OperationId = keyof typeof ROUTES;
