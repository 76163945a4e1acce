import type { ComponentType } from 'react';
import { may, type Session } from './platform/session.ts';

/** A page of the console. */
export interface Page {
  path: string;
  /** Names its text `pages.<name>`. */
  name: string;
  /** Who sees it in the menu; null: everybody. */
  scope: string | null;
  /** Whether it is of use only beside the sandbox. */
  needsSandbox?: true;
  load: () => Promise<ComponentType>;
}

/** Every page, in the order of the menu. The first one that a person may see is the first to be shown. */
export const PAGES: readonly Page[] = [
  {
    path: '/dashboard',
    name: 'dashboard',
    scope: 'admin',
    load: async () => (await import('./features/dashboard/page.tsx')).DashboardPage,
  },
  {
    path: '/start',
    name: 'tour',
    scope: 'admin',
    needsSandbox: true,
    load: async () => (await import('./features/tour/page.tsx')).TourPage,
  },
  {
    path: '/intents',
    name: 'intents',
    scope: 'read:purchase-requests',
    load: async () => (await import('./features/intents/page.tsx')).IntentsPage,
  },
  {
    path: '/requests',
    name: 'requests',
    scope: 'read:purchase-requests',
    load: async () => (await import('./features/procurement/requests-page.tsx')).RequestsPage,
  },
  {
    path: '/suppliers',
    name: 'suppliers',
    scope: 'read:suppliers',
    load: async () => (await import('./features/procurement/suppliers-page.tsx')).SuppliersPage,
  },
  {
    path: '/contracts',
    name: 'contracts',
    scope: 'read:contracts',
    load: async () => (await import('./features/procurement/contracts-page.tsx')).ContractsPage,
  },
  {
    path: '/orders',
    name: 'orders',
    scope: 'read:orders',
    load: async () => (await import('./features/procurement/orders-page.tsx')).OrdersPage,
  },
  {
    path: '/spend',
    name: 'spend',
    scope: 'read:reports',
    load: async () => (await import('./features/procurement/spend-page.tsx')).SpendPage,
  },
  {
    path: '/apps',
    name: 'apps',
    scope: 'admin',
    load: async () => (await import('./features/apps/page.tsx')).AppsPage,
  },
  {
    path: '/webhooks',
    name: 'webhooks',
    scope: 'admin',
    load: async () => (await import('./features/webhooks/page.tsx')).WebhooksPage,
  },
  {
    path: '/events',
    name: 'events',
    scope: 'admin',
    load: async () => (await import('./features/events/page.tsx')).EventsPage,
  },
  {
    path: '/users',
    name: 'users',
    scope: 'admin',
    load: async () => (await import('./features/access/users-page.tsx')).UsersPage,
  },
  {
    path: '/keys',
    name: 'keys',
    scope: 'admin',
    load: async () => (await import('./features/access/keys-page.tsx')).KeysPage,
  },
  {
    path: '/clients',
    name: 'clients',
    scope: 'admin',
    load: async () => (await import('./features/access/clients-page.tsx')).ClientsPage,
  },
  {
    path: '/consents',
    name: 'consents',
    scope: 'admin',
    load: async () => (await import('./features/access/consents-page.tsx')).ConsentsPage,
  },
  {
    path: '/sessions',
    name: 'sessions',
    scope: 'admin',
    load: async () => (await import('./features/access/sessions-page.tsx')).SessionsPage,
  },
  {
    path: '/audit',
    name: 'audit',
    scope: 'admin',
    load: async () => (await import('./features/access/audit-page.tsx')).AuditPage,
  },
  {
    path: '/doctor',
    name: 'doctor',
    scope: 'admin',
    load: async () => (await import('./features/doctor/page.tsx')).DoctorPage,
  },
  {
    path: '/profile',
    name: 'profile',
    scope: null,
    load: async () => (await import('./features/access/profile-page.tsx')).ProfilePage,
  },
];

/** The pages that a person sees. */
export const pagesOf = (session: Session): Page[] =>
  PAGES.filter(
    ({ scope, needsSandbox }) => may(session, scope) && (!needsSandbox || session.sandbox !== undefined),
  );
