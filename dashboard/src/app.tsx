import { MantineProvider } from '@mantine/core';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ApiProblem } from './api/problem';
import { noteEnd } from './api/session';
import { router } from './router';
import { theme, variables } from './theme';

const Notices = lazy(() => import('./layout/notices'));

const onError = (error: unknown): void => noteEnd(queries, error);
const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // What the API refuses, it refuses again. What did not reach it may succeed.
      retry: (count, error) => count < 2 && error instanceof ApiProblem && error.mayPass,
    },
  },
});

export const App = () => (
  <MantineProvider theme={theme} defaultColorScheme="auto" cssVariablesResolver={variables}>
    <Suspense>
      <Notices position="bottom-right" />
    </Suspense>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>
);
