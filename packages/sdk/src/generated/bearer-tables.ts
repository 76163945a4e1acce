// Generated from packages/contract by `npm run generate`. Change the contract there, not this file.

import type { BearerResources } from './bearer-resources.ts';

/**
 * A method: its HTTP method, the path after the resource's, what it takes beside an id, and how it is
 * repeated when it may have been carried out: under the same key, or not at all.
 */
export type MethodRow = readonly [
  method: string,
  suffix: string,
  input?: 'body' | 'query' | 'list' | 'csv' | 'lines' | 'csv-lines' | null,
  repeat?: 'keyed' | 'once',
];

/** The methods of every resource. The path of `apiKeys` is `/v1/api-keys`. */
export const RESOURCES: {
  readonly [R in keyof BearerResources]: { readonly [M in keyof BearerResources[R]]: MethodRow };
} = {
  profile: {
    get: ['GET', ''],
    update: ['PATCH', '', 'body'],
  },
  users: {
    create: ['POST', '', 'body', 'keyed'],
    list: ['GET', '', 'list'],
    get: ['GET', '/:id'],
    update: ['PATCH', '/:id', 'body'],
    disable: ['POST', '/:id/disable'],
    enable: ['POST', '/:id/enable'],
    resetPassword: ['POST', '/:id/reset-password', 'body'],
  },
  apiKeys: {
    create: ['POST', '', 'body', 'keyed'],
    list: ['GET', '', 'list'],
    get: ['GET', '/:id'],
    revoke: ['DELETE', '/:id'],
  },
  sessions: {
    list: ['GET', '', 'list'],
    end: ['DELETE', '/:id'],
  },
  auditLog: {
    list: ['GET', '', 'list'],
  },
  oauthClients: {
    create: ['POST', '', 'body', 'keyed'],
    list: ['GET', '', 'list'],
    get: ['GET', '/:id'],
    update: ['PATCH', '/:id', 'body'],
    rotateSecret: ['POST', '/:id/rotate-secret', 'body', 'once'],
    disable: ['POST', '/:id/disable'],
    enable: ['POST', '/:id/enable'],
    delete: ['DELETE', '/:id'],
  },
  consents: {
    list: ['GET', '', 'list'],
    end: ['DELETE', '/:id'],
  },
  apps: {
    create: ['POST', '', 'body', 'keyed'],
    list: ['GET', '', 'list'],
    get: ['GET', '/:id'],
    update: ['PATCH', '/:id', 'body'],
    rotateSecret: ['POST', '/:id/rotate-secret', 'body', 'once'],
    disable: ['POST', '/:id/disable'],
    enable: ['POST', '/:id/enable'],
    usage: ['GET', '/:id/usage'],
    events: ['GET', '/:id/events', 'query'],
    createWebhook: ['POST', '/:id/webhooks', 'body', 'keyed'],
    listWebhooks: ['GET', '/:id/webhooks'],
    getWebhook: ['GET', '/:id/webhooks/:webhookId'],
    updateWebhook: ['PATCH', '/:id/webhooks/:webhookId', 'body'],
    deleteWebhook: ['DELETE', '/:id/webhooks/:webhookId'],
    rotateWebhookSecret: ['POST', '/:id/webhooks/:webhookId/rotate-secret', 'body', 'once'],
    testWebhook: ['POST', '/:id/webhooks/:webhookId/test', 'body', 'once'],
    listWebhookDeliveries: ['GET', '/:id/webhooks/:webhookId/deliveries', 'query'],
    getWebhookDelivery: ['GET', '/:id/webhooks/:webhookId/deliveries/:deliveryId'],
    retryWebhookDelivery: ['POST', '/:id/webhooks/:webhookId/deliveries/:deliveryId/retry'],
    createWebhookReplay: ['POST', '/:id/webhooks/:webhookId/replays', 'body', 'keyed'],
    getWebhookReplay: ['GET', '/:id/webhooks/:webhookId/replays/:replayId'],
    checkSignature: ['POST', '/:id/check-signature', 'body'],
  },
  dashboard: {
    get: ['GET', ''],
  },
  intents: {
    list: ['GET', '', 'list'],
    export: ['GET', '/export', 'lines'],
    exportCsv: ['GET', '/export', 'csv-lines'],
    get: ['GET', '/:id'],
    events: ['GET', '/:id/events'],
    submit: ['POST', '/:id/submit'],
    cancel: ['POST', '/:id/cancel'],
    delete: ['DELETE', '/:id'],
    archive: ['POST', '/:id/archive'],
    unarchive: ['POST', '/:id/unarchive'],
  },
  suppliers: {
    create: ['POST', '', 'body', 'keyed'],
    list: ['GET', '', 'list'],
    get: ['GET', '/:id'],
    update: ['PATCH', '/:id', 'body'],
    delete: ['DELETE', '/:id'],
  },
  contracts: {
    create: ['POST', '', 'body', 'keyed'],
    list: ['GET', '', 'list'],
    get: ['GET', '/:id'],
    update: ['PATCH', '/:id', 'body'],
    delete: ['DELETE', '/:id'],
    activate: ['POST', '/:id/activate'],
    terminate: ['POST', '/:id/terminate'],
  },
  purchaseRequests: {
    create: ['POST', '', 'body', 'keyed'],
    list: ['GET', '', 'list'],
    get: ['GET', '/:id'],
    update: ['PATCH', '/:id', 'body'],
    approve: ['POST', '/:id/approve', 'body'],
    reject: ['POST', '/:id/reject', 'body'],
    withdraw: ['POST', '/:id/withdraw', 'body'],
  },
  orders: {
    list: ['GET', '', 'list'],
    get: ['GET', '/:id'],
    refresh: ['POST', '/:id/refresh'],
    cancel: ['POST', '/:id/cancel'],
  },
  reports: {
    spend: ['GET', '/spend', 'query'],
    spendCsv: ['GET', '/spend', 'csv'],
    processing: ['GET', '/processing', 'query'],
    processingCsv: ['GET', '/processing', 'csv'],
  },
};
