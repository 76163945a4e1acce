import type { Scope } from '@procurement-intents/contract/bearer/scopes';
import type { ComponentType } from 'react';
import { may, type Session } from './platform/session.ts';

/** The parts of the menu, in its order. Each names its text `groups.<name>`. */
export const GROUPS = ['overview', 'buy', 'connect', 'access'] as const;
export type Group = (typeof GROUPS)[number];

/** A page of the console. */
export interface Page {
  path: string;
  group: Group;
  /** Names its text `pages.<name>`. */
  name: string;
  /** Who sees it in the menu; null: everybody. */
  scope: Scope | null;
  /** Whether it is of use only beside the sandbox. */
  needsSandbox?: true;
  load: () => Promise<ComponentType>;
}

/** Every page, in the order of the menu. The first one that a person may see is the first to be shown. */
export const PAGES: readonly Page[] = [
  {
    path: '/dashboard',
    group: 'overview',
    name: 'dashboard',
    scope: 'admin',
    load: async () => (await import('./features/dashboard/page.tsx')).DashboardPage,
  },
  {
    path: '/start',
    group: 'overview',
    name: 'tour',
    scope: 'admin',
    needsSandbox: true,
    load: async () => (await import('./features/tour/page.tsx')).TourPage,
  },
  {
    path: '/intents',
    group: 'buy',
    name: 'intents',
    scope: 'read:purchase-requests',
    load: async () => (await import('./features/intents/page.tsx')).IntentsPage,
  },
  {
    path: '/requests',
    group: 'buy',
    name: 'requests',
    scope: 'read:purchase-requests',
    load: async () => (await import('./features/procurement/requests-page.tsx')).RequestsPage,
  },
  {
    path: '/suppliers',
    group: 'buy',
    name: 'suppliers',
    scope: 'read:suppliers',
    load: async () => (await import('./features/procurement/suppliers-page.tsx')).SuppliersPage,
  },
  {
    path: '/contracts',
    group: 'buy',
    name: 'contracts',
    scope: 'read:contracts',
    load: async () => (await import('./features/procurement/contracts-page.tsx')).ContractsPage,
  },
  {
    path: '/orders',
    group: 'buy',
    name: 'orders',
    scope: 'read:orders',
    load: async () => (await import('./features/procurement/orders-page.tsx')).OrdersPage,
  },
  {
    path: '/spend',
    group: 'buy',
    name: 'spend',
    scope: 'read:reports',
    load: async () => (await import('./features/procurement/spend-page.tsx')).SpendPage,
  },
  {
    path: '/apps',
    group: 'connect',
    name: 'apps',
    scope: 'admin',
    load: async () => (await import('./features/apps/page.tsx')).AppsPage,
  },
  {
    path: '/webhooks',
    group: 'connect',
    name: 'webhooks',
    scope: 'admin',
    load: async () => (await import('./features/webhooks/page.tsx')).WebhooksPage,
  },
  {
    path: '/events',
    group: 'connect',
    name: 'events',
    scope: 'admin',
    load: async () => (await import('./features/events/page.tsx')).EventsPage,
  },
  {
    path: '/doctor',
    group: 'connect',
    name: 'doctor',
    scope: 'admin',
    load: async () => (await import('./features/doctor/page.tsx')).DoctorPage,
  },
  {
    path: '/users',
    group: 'access',
    name: 'users',
    scope: 'admin',
    load: async () => (await import('./features/access/users-page.tsx')).UsersPage,
  },
  {
    path: '/keys',
    group: 'access',
    name: 'keys',
    scope: 'admin',
    load: async () => (await import('./features/access/keys-page.tsx')).KeysPage,
  },
  {
    path: '/clients',
    group: 'access',
    name: 'clients',
    scope: 'admin',
    load: async () => (await import('./features/access/clients-page.tsx')).ClientsPage,
  },
  {
    path: '/consents',
    group: 'access',
    name: 'consents',
    scope: 'admin',
    load: async () => (await import('./features/access/consents-page.tsx')).ConsentsPage,
  },
  {
    path: '/sessions',
    group: 'access',
    name: 'sessions',
    scope: 'admin',
    load: async () => (await import('./features/access/sessions-page.tsx')).SessionsPage,
  },
  {
    path: '/audit',
    group: 'access',
    name: 'audit',
    scope: 'admin',
    load: async () => (await import('./features/access/audit-page.tsx')).AuditPage,
  },
  {
    path: '/profile',
    group: 'access',
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

/** The same by the parts of the menu, without those that would be empty. */
export const menuOf = (session: Session): { group: Group; pages: Page[] }[] => {
  const pages = pagesOf(session);
  return GROUPS.map((group) => ({ group, pages: pages.filter((page) => page.group === group) })).filter(
    (part) => part.pages.length > 0,
  );
};
