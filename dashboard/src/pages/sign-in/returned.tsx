import { useEffect } from 'react';
import { useRouter } from '@tanstack/react-router';
import { rememberedPage } from './return-address';

/** The page to which the OpenID provider sends the browser back, after the sign-in. It goes on to the page that was open before. */
export function Returned() {
  const router = useRouter();
  useEffect(() => {
    const page = rememberedPage();
    if (page === null) void router.navigate({ to: '/', replace: true });
    else router.history.replace(page);
  }, [router]);
  return null;
}
