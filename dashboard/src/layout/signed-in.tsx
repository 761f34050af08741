import type { ReactNode } from 'react';
import { Center, Loader } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { useSession } from '../api/session';
import { Problem } from '../parts/problem';
import { SignIn } from '../pages/sign-in/sign-in';

/** Shows the page to who is signed in, and the sign-in to others. The address stays, so a shared link works after it. */
export function SignedIn(): ReactNode {
  const { data, error, isPending, refetch } = useSession();
  if (isPending)
    return (
      <Center mih="60vh">
        <Loader aria-label="Loading" />
      </Center>
    );
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  return data ? <Outlet /> : <SignIn />;
}
