import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { ApiProblem } from './api/problem';
import { router } from './router';
import { theme, variables } from './theme';

const queries = new QueryClient({
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
    <Notifications position="bottom-right" />
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>
);
