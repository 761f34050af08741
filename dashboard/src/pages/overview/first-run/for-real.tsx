import { Text } from '@mantine/core';
import { AnchorLink } from '../../../parts/link';

interface ForRealProps {
  app: string;
  /** The event that was tested. */
  event: string | undefined;
}

/** What production needs before a program of the reader sends to people. */
export function ForReal({ app, event }: ForRealProps) {
  const production = { app, environment: 'production' } as const;
  return (
    <Text size="sm">
      Connect an account at a mail provider under{' '}
      <AnchorLink size="sm" to="/$app/$environment/integrations" params={production}>
        Integrations
      </AnchorLink>
      . Without one, mails go to the SMTP server of the service, which is the mail catcher after “npm start”.
      Then promote{' '}
      {event === undefined ? (
        'the event'
      ) : (
        <AnchorLink
          size="sm"
          to="/$app/$environment/events/$name"
          params={{ app, environment: 'sandbox', name: event }}
        >
          the event
        </AnchorLink>
      )}{' '}
      to production, and create a key for your program under{' '}
      <AnchorLink size="sm" to="/$app/$environment/keys" params={production}>
        Keys
      </AnchorLink>
      .
    </Text>
  );
}
