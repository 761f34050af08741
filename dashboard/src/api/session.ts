import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, rememberCsrfToken } from './client';
import { useOnce } from './once';
import { ApiProblem } from './problem';
import type { Operator } from './types';

type Role = Operator['role'];

const ROLES: readonly Role[] = ['viewer', 'editor', 'owner'];

/** Who is signed in. Null: nobody. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Infinity,
  queryFn: async () => {
    try {
      const session = await api.get('/admin/v1/session');
      rememberCsrfToken(session.csrf_token);
      return session;
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) return null;
      throw error;
    }
  },
});

export const useSession = () => useQuery(sessionQuery);

/** Whether the session of who is signed in has ended. Their pages stay open below the sign-in. */
const endedQuery = queryOptions({
  queryKey: ['session-ended'],
  queryFn: () => false,
  initialData: false,
  staleTime: Infinity,
});

/** Keys of queries about the session itself. */
const OWN_KEYS: readonly unknown[] = [...sessionQuery.queryKey, ...endedQuery.queryKey];

export const useSessionEnded = (): boolean => useQuery(endedQuery).data;

/** Notes from the failure of any request that the session has ended. */
export function noteEnd(queries: QueryClient, error: unknown): void {
  const isSignedIn = Boolean(queries.getQueryData(sessionQuery.queryKey));
  if (isSignedIn && error instanceof ApiProblem && error.status === 401)
    queries.setQueryData(endedQuery.queryKey, true);
}

/** Returns whether the operator's role includes another one. What a role may not do is not shown. */
export function useMay(needed: Role): boolean {
  const { data } = useSession();
  return data ? ROLES.indexOf(data.operator.role) >= ROLES.indexOf(needed) : false;
}

/** How operators may sign in, besides a password and a link. */
export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: () => api.get('/admin/v1/session/methods'),
});

export type SignIn = { email: string; password: string } | { token: string } | { callback: string };

export function useSignIn() {
  const queries = useQueryClient();
  const signIn = useMutation({
    mutationFn: (how: SignIn) => {
      if ('token' in how) return api.post('/admin/v1/session/link', { body: how });
      if ('callback' in how) return api.post('/admin/v1/session/oidc', { body: how });
      return api.post('/admin/v1/session/password', { body: how });
    },
    onSuccess: (session) => {
      rememberCsrfToken(session.csrf_token);
      queries.setQueryData(sessionQuery.queryKey, session);
      queries.setQueryData(endedQuery.queryKey, false);
      // What failed after the end of the session is asked for again.
      return queries.invalidateQueries({ predicate: ({ queryKey }) => !OWN_KEYS.includes(queryKey[0]) });
    },
  });
  return useOnce(signIn);
}

/** Returns what closes the pages of who was signed in. */
export function useSignedOut(): () => void {
  const queries = useQueryClient();
  return () => {
    rememberCsrfToken(undefined);
    // First, so that the pages are gone and ask for nothing again.
    queries.setQueryData(sessionQuery.queryKey, null);
    queries.setQueryData(endedQuery.queryKey, false);
    queries.removeQueries({ predicate: ({ queryKey }) => !OWN_KEYS.includes(queryKey[0]) });
  };
}

export function useSignOut() {
  const onSuccess = useSignedOut();
  return useMutation({ mutationFn: () => api.delete('/admin/v1/session'), onSuccess });
}
