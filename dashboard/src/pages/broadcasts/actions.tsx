import { Button, Text } from '@mantine/core';
import { api } from '../../api/client';
import { usePlace } from '../../layout/place';
import { Confirm } from '../../parts/confirm';
import { isolated } from '../../../../core/shared/isolated';
import { useChange } from '../../parts/use-change';
import { BROADCAST, type Broadcast, broadcastsKey } from './queries';
import { numberText, peopleText } from './words';

/** What an operator may do with a broadcast in its state. */
export function Actions({ broadcast }: { broadcast: Broadcast }) {
  const { state } = broadcast;
  if (state === 'completed' || state === 'cancelled') return null;
  return (
    <>
      <PauseOrResume broadcast={broadcast} />
      <Cancel broadcast={broadcast} />
    </>
  );
}

function PauseOrResume({ broadcast: { id, state } }: { broadcast: Broadcast }) {
  const place = usePlace();
  const isPaused = state === 'paused';
  const change = useChange({
    run: () => api.post(isPaused ? `${BROADCAST}/resume` : `${BROADCAST}/pause`, { id }),
    says: isPaused ? 'It is resumed.' : 'It is paused.',
    refresh: [broadcastsKey(place)],
  });
  return (
    <Button size="xs" variant="default" loading={change.isPending} onClick={() => change.mutate(undefined)}>
      {isPaused ? 'Resume' : 'Pause'}
    </Button>
  );
}

function Cancel({ broadcast: { id, name, event, counts } }: { broadcast: Broadcast }) {
  const place = usePlace();
  const { total, ahead, waiting } = counts;
  return (
    <Confirm
      label="Cancel"
      title={`Cancel ${isolated(name ?? event)}`}
      change={{
        run: () => api.post(`${BROADCAST}/cancel`, { id }),
        says: 'It is cancelled.',
        refresh: [broadcastsKey(place)],
      }}
    >
      <Text size="sm">
        {total === null
          ? 'Nobody is reached yet, and nobody will be.'
          : `${peopleText(ahead + waiting)} will not get it: ${numberText(ahead)} ahead, ${numberText(waiting)} waiting.`}{' '}
        What a provider already has cannot be recalled. This cannot be undone.
      </Text>
    </Confirm>
  );
}
