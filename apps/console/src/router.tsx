import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
} from '@tanstack/react-router';
import { PAGES, pagesOf } from './pages.ts';
import { useSession } from './platform/session.ts';
import { Shell } from './shell.tsx';

const root = createRootRoute({
  component: Shell,
  notFoundComponent: First,
  validateSearch: (search: Record<string, unknown>): Record<string, string> =>
    Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)])),
});

/** Leads to the first page that the person may see. */
function First() {
  const session = useSession();
  const page = session && pagesOf(session)[0];
  return page ? <Navigate to={page.path} replace /> : null;
}

const routes = [
  createRoute({ getParentRoute: () => root, path: '/', component: First }),
  ...PAGES.map(({ path, load }) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component: lazyRouteComponent(async () => ({ default: await load() })),
    }),
  ),
];

/** Filters stand in the address as they are: a view is a link that a person can read. */
export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/console',
  defaultPreload: 'intent',
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const pairs = Object.entries(search as Record<string, unknown>).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value]] : [],
    );
    return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
  },
});
