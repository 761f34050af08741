import type { AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePlace } from '../layout/place';
import { AnchorLink } from './link';

interface NotificationLinkProps extends AnchorProps {
  id: string;
  children: ReactNode;
}

/** A link to a notification of the application and environment of the page. */
export function NotificationLink({ id, ...anchor }: NotificationLinkProps) {
  const place = usePlace();
  return (
    <AnchorLink size="sm" to="/$app/$environment/notifications/$id" params={{ ...place, id }} {...anchor} />
  );
}
