import { Text } from '@mantine/core';
import { answerOf, api } from '../../api/client';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { Confirm } from '../../parts/confirm';
import { useChange } from '../../parts/use-change';
import type { Suppression } from './queries';
import { channelName, LIFT_ADVICE } from './suppression-words';

/** A button that lifts a suppression. Only owners have it. */
export function Lift({ suppression }: { suppression: Suppression }) {
  const { app } = usePlace();
  const mayLift = useMay('owner');
  const lift = useChange({
    run: (id: string) =>
      answerOf(
        api.DELETE('/admin/v1/applications/{app}/suppressions/{id}', { params: { path: { app, id } } }),
      ),
    says: 'The suppression is lifted.',
    refresh: [['suppressions']],
    showsError: true,
  });
  if (!mayLift) return null;
  const { id, address, channel, reason } = suppression;
  return (
    <Confirm label="Lift" title="Lift the suppression?" act={() => lift.mutateAsync(id)}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        From now on, {channelName(channel)} messages go to {address ?? 'the address of the erased contact'}{' '}
        again. {LIFT_ADVICE[reason]}
      </Text>
    </Confirm>
  );
}
