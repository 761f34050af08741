import { Button } from '@mantine/core';
import { api } from '../../api/client';
import { usePlace } from '../../layout/place';
import { Confirm } from '../../parts/confirm';
import { useChange } from '../../parts/use-change';
import { endpointQuery } from './queries';

/** The button that switches the endpoint on, or off after a question. */
export function SwitchEndpoint({ isActive }: { isActive: boolean }) {
  const place = usePlace();
  const refresh = [endpointQuery(place).queryKey];
  const set = (wanted: boolean) =>
    api.patch('/admin/v1/applications/{app}/webhooks/{environment}', {
      ...place,
      body: { is_active: wanted },
    });
  const switchOn = useChange({
    run: () => set(true),
    says: 'The endpoint is on. Redeliver what failed before.',
    refresh,
  });
  if (!isActive)
    return (
      <Button size="xs" loading={switchOn.isPending} onClick={() => switchOn.mutate(undefined)}>
        Switch on
      </Button>
    );
  return (
    <Confirm label="Switch off" title="Switch the endpoint off" change={{ run: () => set(false), refresh }}>
      No event is sent to it until somebody switches it on. Events that happen until then are not stored for
      it, and cannot be redelivered.
    </Confirm>
  );
}
