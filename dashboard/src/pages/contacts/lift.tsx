import { Stack, Text } from '@mantine/core';
import { labelOf } from '../../api/channels';
import { api } from '../../api/client';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { Confirm } from '../../parts/confirm';
import type { Suppression } from './queries';
import { LIFT_ADVICE, LIFT_NAMES } from './suppression-words';

/** A button for each reason of a suppression, which lifts it. Only owners have them. */
export function Lift({ suppression }: { suppression: Suppression }) {
  const { app } = usePlace();
  const { id, address, channel, reasons } = suppression;
  const mayLift = useMay('owner');
  if (!mayLift) return null;
  const to = `${labelOf(channel)} messages to ${address ?? 'the address of the erased contact'}`;
  return (
    <Stack gap="xs" align="flex-start">
      {reasons.map(({ reason }) => (
        <Confirm
          key={reason}
          label={reasons.length === 1 ? 'Lift' : `Lift ${LIFT_NAMES[reason]}`}
          title="Lift the suppression?"
          change={{
            run: () => api.delete('/admin/v1/applications/{app}/suppressions/{id}', { app, id, reason }),
            says: 'The suppression is lifted.',
            refresh: [['suppressions']],
          }}
        >
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {reasons.length === 1
              ? `From now on, ${to} are sent again.`
              : `This lifts one of ${reasons.length} reasons. ${to} are sent again when the last reason is lifted.`}{' '}
            {LIFT_ADVICE[reason]}
          </Text>
        </Confirm>
      ))}
    </Stack>
  );
}
