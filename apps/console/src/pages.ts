import type { ComponentType } from 'react';

/** A page of the console. */
export interface Page {
  path: string;
  /** Names its text `pages.<name>`. */
  name: string;
  /** Who sees it in the menu; null: everybody. */
  scope: string | null;
  load: () => Promise<{ default: ComponentType }>;
}

/** Every page, in the order of the menu. The first one that a person may see is the first to be shown. */
export const PAGES: readonly Page[] = [
  {
    path: '/dashboard',
    name: 'dashboard',
    scope: 'admin',
    load: () => import('./features/dashboard/page.tsx'),
  },
  {
    path: '/intents',
    name: 'intents',
    scope: 'read:purchase-requests',
    load: () => import('./features/intents/page.tsx'),
  },
  {
    path: '/requests',
    name: 'requests',
    scope: 'read:purchase-requests',
    load: () => import('./features/procurement/requests-page.tsx'),
  },
  {
    path: '/suppliers',
    name: 'suppliers',
    scope: 'read:suppliers',
    load: () => import('./features/procurement/suppliers-page.tsx'),
  },
  {
    path: '/contracts',
    name: 'contracts',
    scope: 'read:contracts',
    load: () => import('./features/procurement/contracts-page.tsx'),
  },
  {
    path: '/orders',
    name: 'orders',
    scope: 'read:orders',
    load: () => import('./features/procurement/orders-page.tsx'),
  },
  { path: '/apps', name: 'apps', scope: 'admin', load: () => import('./features/apps/page.tsx') },
  { path: '/webhooks', name: 'webhooks', scope: 'admin', load: () => import('./features/webhooks/page.tsx') },
  { path: '/users', name: 'users', scope: 'admin', load: () => import('./features/access/users-page.tsx') },
  { path: '/keys', name: 'keys', scope: 'admin', load: () => import('./features/access/keys-page.tsx') },
  {
    path: '/sessions',
    name: 'sessions',
    scope: 'admin',
    load: () => import('./features/access/sessions-page.tsx'),
  },
  { path: '/audit', name: 'audit', scope: 'admin', load: () => import('./features/access/audit-page.tsx') },
  { path: '/doctor', name: 'doctor', scope: 'admin', load: () => import('./features/doctor/page.tsx') },
];
