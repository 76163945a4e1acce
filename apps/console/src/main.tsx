import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { ConfigProvider } from 'antd';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { CallError } from './platform/http.ts';
import { startLanguage } from './platform/i18n.ts';
import { findSession, watchIdle, whenPersonChanges } from './platform/session.ts';
import { themeOf, useLook } from './platform/theme.ts';
import { router } from './router.tsx';

const MAX_RETRIES = 3;

/** Reads again what a busy service, or none, has not answered: after as long as it asks for, then after twice as long each time. */
const reading = {
  retry: (count: number, error: Error): boolean =>
    error instanceof CallError && error.retryAfterMs !== undefined && count < MAX_RETRIES,
  retryDelay: (count: number, error: Error): number =>
    2 ** count * (error instanceof CallError ? (error.retryAfterMs ?? 0) : 0),
};

const queries = new QueryClient({
  defaultOptions: {
    queries: { ...reading, staleTime: 2000, networkMode: 'always', refetchOnReconnect: true },
  },
});

const popupsIn = (): HTMLElement => document.querySelector('main') ?? document.body;

function Console() {
  const look = useLook();
  return (
    <ConfigProvider theme={themeOf(look)} button={{ autoInsertSpace: false }} getPopupContainer={popupsIn}>
      <RouterProvider router={router} />
    </ConfigProvider>
  );
}

// Who logs in next must not see what the person before could read.
whenPersonChanges(() => queries.clear());
await Promise.all([startLanguage(), findSession()]);
watchIdle();
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Console />
    </QueryClientProvider>
  </StrictMode>,
);
