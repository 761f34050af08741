import { Alert, Group, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { labelOf } from '../../../../api/channels';
import type { NotificationDetails } from '../../../../api/types';
import { usePlace } from '../../../../layout/place';
import { AnchorLink } from '../../../../parts/link';
import { NotificationLink } from '../../../../parts/notification-link';
import { Outside } from '../../../../parts/outside';
import { notificationQuery } from '../../../notification/query';
import { type Result, resultOf } from './result';
import type { Outcome } from './use-test-send';

const LOOKS: Record<Result['kind'], { color: string; word: string }> = {
  sent: { color: 'teal', word: 'sent' },
  failed: { color: 'red', word: 'failed' },
  skipped: { color: 'gray', word: 'skipped' },
  open: { color: 'blue', word: 'on its way' },
};

/** What became of each test, live until it is final. */
export const Outcomes = ({ outcomes }: { outcomes: readonly Outcome[] }) => (
  <Stack component="ul" gap="xs" p={0} m={0} aria-label="Results" role="list" aria-live="polite">
    {outcomes.map((outcome) => (
      <li key={outcome.channel ?? ''} style={{ listStyle: 'none' }}>
        {'problem' in outcome ? (
          <Row name={nameOf(outcome)} result={resultOf(outcome)} />
        ) : (
          <Live name={nameOf(outcome)} first={outcome.notification} />
        )}
      </li>
    ))}
  </Stack>
);

const nameOf = ({ channel }: Outcome): string => (channel === null ? 'The test' : labelOf(channel));

function Live({ name, first }: { name: string; first: NotificationDetails }) {
  const { data = first } = useQuery({ ...notificationQuery(first.id), initialData: first });
  return <Row name={name} result={resultOf({ notification: data })} notification={data} />;
}

interface RowProps {
  name: string;
  result: Result;
  notification?: NotificationDetails;
}

function Row({ name, result, notification }: RowProps) {
  const place = usePlace();
  const { color, word } = LOOKS[result.kind];
  return (
    <Alert
      color={color}
      variant="light"
      title={`${name}: ${word}`}
      role={result.kind === 'failed' ? 'alert' : 'status'}
    >
      {result.why !== undefined && (
        <Text size="sm" className="pre">
          <Outside>{result.why}</Outside>
        </Text>
      )}
      <Group gap="sm">
        {result.kind === 'open' && <Loader size="xs" aria-label="Waiting for the result" />}
        {notification && <NotificationLink id={notification.id}>What happened to it</NotificationLink>}
        {notification && result.kind === 'sent' && place.environment === 'sandbox' && (
          <AnchorLink
            size="sm"
            to="/$app/$environment/inbox"
            params={place}
            search={{ message: notification.id }}
          >
            Open it in the inbox
          </AnchorLink>
        )}
        {result.isProviderMissing && (
          <AnchorLink size="sm" to="/$app/$environment/integrations" params={place}>
            Integrations
          </AnchorLink>
        )}
      </Group>
    </Alert>
  );
}
