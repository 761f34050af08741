import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { notifications } from '@mantine/notifications';
import { Outlet } from '@tanstack/react-router';
import { useSession, useSessionEnded } from '../api/session';
import { Awaited } from '../parts/awaited';
import { takeArrival } from '../pages/sign-in/arrival';

const SignIn = lazy(() => import('../pages/sign-in/sign-in'));
const SignInAgain = lazy(() => import('./sign-in-again'));

/** Shows the page to who is signed in, and the sign-in to others; above the page, if the session ended while it was open. The address stays, so a shared link works after it. */
export function SignedIn(): ReactNode {
  const { data, error, refetch } = useSession();
  const hasEnded = useSessionEnded();
  const isSignedIn = data !== null && data !== undefined;
  useEffect(() => {
    // Another person's link must not change who is signed in.
    if (isSignedIn && takeArrival() !== null)
      notifications.show({
        title: 'The link was not used',
        message: 'You are signed in already. To use the link, sign out and open it again.',
        autoClose: 15_000,
      });
  }, [isSignedIn]);
  if (error || data === undefined) return <Awaited query={{ data, error, refetch }} />;
  if (!data)
    return (
      <Suspense fallback={null}>
        <SignIn />
      </Suspense>
    );
  return (
    <>
      <Outlet />
      {hasEnded && (
        <Suspense fallback={null}>
          <SignInAgain />
        </Suspense>
      )}
    </>
  );
}
