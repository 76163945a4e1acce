// Generated from packages/contract by `npm run generate`. Change the contract there, not this file.

import type { BearerResources } from './bearer-resources.ts';

/** A method: its HTTP method, the path after the resource's, and what it takes beside an id. */
export type MethodRow = readonly [method: string, suffix: string, input?: 'body' | 'query' | 'list'];

/** Path and methods of every resource. */
export const RESOURCES: {
  readonly [R in keyof BearerResources]: readonly [
    path: string,
    methods: { readonly [M in keyof BearerResources[R]]: MethodRow },
  ];
} = {
  profile: [
    '/v1/profile',
    {
      get: ['GET', ''],
      update: ['PATCH', '', 'body'],
    },
  ],
  users: [
    '/v1/users',
    {
      create: ['POST', '', 'body'],
      list: ['GET', '', 'list'],
      get: ['GET', '/:id'],
      update: ['PATCH', '/:id', 'body'],
      disable: ['POST', '/:id/disable'],
      enable: ['POST', '/:id/enable'],
      resetPassword: ['POST', '/:id/reset-password', 'body'],
    },
  ],
  apiKeys: [
    '/v1/api-keys',
    {
      create: ['POST', '', 'body'],
      list: ['GET', '', 'list'],
      get: ['GET', '/:id'],
      revoke: ['DELETE', '/:id'],
    },
  ],
  sessions: [
    '/v1/sessions',
    {
      list: ['GET', '', 'list'],
      end: ['DELETE', '/:id'],
    },
  ],
  auditLog: [
    '/v1/audit-log',
    {
      list: ['GET', '', 'list'],
    },
  ],
  oauthClients: [
    '/v1/oauth-clients',
    {
      create: ['POST', '', 'body'],
      list: ['GET', '', 'list'],
      get: ['GET', '/:id'],
      update: ['PATCH', '/:id', 'body'],
      rotateSecret: ['POST', '/:id/rotate-secret', 'body'],
      disable: ['POST', '/:id/disable'],
      enable: ['POST', '/:id/enable'],
      delete: ['DELETE', '/:id'],
    },
  ],
  consents: [
    '/v1/consents',
    {
      list: ['GET', '', 'list'],
      end: ['DELETE', '/:id'],
    },
  ],
  apps: [
    '/v1/apps',
    {
      create: ['POST', '', 'body'],
      list: ['GET', '', 'list'],
      get: ['GET', '/:id'],
      update: ['PATCH', '/:id', 'body'],
      rotateSecret: ['POST', '/:id/rotate-secret', 'body'],
      disable: ['POST', '/:id/disable'],
      enable: ['POST', '/:id/enable'],
    },
  ],
  suppliers: [
    '/v1/suppliers',
    {
      create: ['POST', '', 'body'],
      list: ['GET', '', 'list'],
      get: ['GET', '/:id'],
      update: ['PATCH', '/:id', 'body'],
      delete: ['DELETE', '/:id'],
    },
  ],
  contracts: [
    '/v1/contracts',
    {
      create: ['POST', '', 'body'],
      list: ['GET', '', 'list'],
      get: ['GET', '/:id'],
      update: ['PATCH', '/:id', 'body'],
      delete: ['DELETE', '/:id'],
      activate: ['POST', '/:id/activate'],
      terminate: ['POST', '/:id/terminate'],
    },
  ],
  purchaseRequests: [
    '/v1/purchase-requests',
    {
      create: ['POST', '', 'body'],
      list: ['GET', '', 'list'],
      get: ['GET', '/:id'],
      update: ['PATCH', '/:id', 'body'],
      approve: ['POST', '/:id/approve', 'body'],
      reject: ['POST', '/:id/reject', 'body'],
      withdraw: ['POST', '/:id/withdraw', 'body'],
    },
  ],
  orders: [
    '/v1/orders',
    {
      list: ['GET', '', 'list'],
      get: ['GET', '/:id'],
      refresh: ['POST', '/:id/refresh'],
      cancel: ['POST', '/:id/cancel'],
    },
  ],
  reports: [
    '/v1/reports',
    {
      spend: ['GET', '/spend', 'query'],
      processing: ['GET', '/processing', 'query'],
    },
  ],
};
