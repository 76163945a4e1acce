import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { ConfigProvider } from 'antd';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { CallError } from './platform/http.ts';
import { startLanguage } from './platform/i18n.ts';
import { readSession, watchIdle, whenPersonChanges } from './platform/session.ts';
import { themeOf, useLook } from './platform/theme.ts';
import { router } from './router.tsx';

const isWorthRepeating = (count: number, error: Error): boolean =>
  error instanceof CallError && (error.code === 'network' || error.status >= 500) && count < 2;

const queries = new QueryClient({
  defaultOptions: { queries: { retry: isWorthRepeating, staleTime: 2000, networkMode: 'always' } },
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
await Promise.all([startLanguage(), readSession()]);
watchIdle();
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Console />
    </QueryClientProvider>
  </StrictMode>,
);
