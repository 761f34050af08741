import { Group, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../../parts/link';
import { Problem } from '../../../parts/problem';
import { sentQuery } from './queries';

interface FoundProps {
  id: string;
  app: string;
}

/** Waits for the message of a test, and leads to it. */
export function Found({ id, app }: FoundProps) {
  const { data, error, refetch } = useQuery(sentQuery(id));
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  const isThere = data?.messages.some(({ status }) => status === 'sent' || status === 'delivered');
  const failure = data?.messages.find(({ status }) => status === 'failed');
  return (
    <Group gap="sm" role="status">
      {!isThere && !failure && <Loader size="xs" aria-label="Waiting for the mail" />}
      <Text size="sm">
        {isThere && 'The mail is in the inbox.'}
        {failure && `It failed: ${failure.error ?? 'unknown'}`}
        {!isThere && !failure && 'The test is on its way.'}
      </Text>
      {isThere && (
        <ButtonLink
          size="xs"
          to="/$app/$environment/inbox"
          params={{ app, environment: 'sandbox' }}
          search={{ message: id }}
        >
          Open the mail
        </ButtonLink>
      )}
      {failure && (
        <ButtonLink
          size="xs"
          variant="default"
          to="/$app/$environment/notifications/$id"
          params={{ app, environment: 'sandbox', id }}
        >
          What happened to it
        </ButtonLink>
      )}
    </Group>
  );
}
