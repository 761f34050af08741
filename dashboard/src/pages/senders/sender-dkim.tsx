import { Button, Center, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { Dialog } from '../../parts/dialog';
import { Problem } from '../../parts/problem';
import { useChange } from '../../parts/use-change';
import { DkimKeyCard } from './dkim-key';
import { dkimQuery, type Sender } from './queries';

/** A button that shows the keys that sign the e-mail of a sender's domain over SMTP. */
export function SenderDkim({ sender }: { sender: Sender }) {
  const about = `of ${sender.value}`;
  return (
    <Dialog label="DKIM" about={about} title={`DKIM keys ${about}`} size="lg">
      {() => <Keys sender={sender} />}
    </Dialog>
  );
}

function Keys({ sender: { id } }: { sender: Sender }) {
  const { app } = usePlace();
  const mayChange = useMay('editor');
  const { data, error, isPending, refetch } = useQuery(dkimQuery(app, id));
  const { queryKey } = dkimQuery(app, id);
  const make = useChange({
    run: () => api.post('/admin/v1/applications/{app}/senders/{id}/dkim', { app, id, body: {} }),
    refresh: [queryKey],
    showsError: true,
  });
  const keys = data?.keys ?? [];
  const mayMake = keys.every(({ state }) => state === 'active');
  return (
    <Stack>
      <Text size="sm">
        Heliograph signs e-mail of {data?.domain ?? 'the domain'} that it sends over plain SMTP, if a key is
        active. Other providers sign themselves. Make no key if your SMTP server signs.
      </Text>
      {error && <Problem error={error} retry={() => void refetch()} />}
      {isPending && (
        <Center py="md">
          <Loader aria-label="Loading the keys" />
        </Center>
      )}
      {keys.map((key) => (
        <DkimKeyCard key={key.selector} sender={id} dkim={key} />
      ))}
      {make.error && <Problem error={make.error} />}
      {data && mayChange && mayMake && (
        <Button
          variant="default"
          loading={make.isPending}
          onClick={() => make.mutate(undefined)}
          style={{ alignSelf: 'start' }}
        >
          {keys.length === 0 ? 'Make a key' : 'Begin a rotation'}
        </Button>
      )}
      {data && keys.length === 0 && !mayChange && (
        <Text size="sm">There is no key. An editor can make one.</Text>
      )}
    </Stack>
  );
}
