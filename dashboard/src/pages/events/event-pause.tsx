import { Group } from '@mantine/core';
import { api } from '../../api/client';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { Paused, Pausing } from '../../parts/pausing';
import { type EventLine, eventQuery, eventsQuery } from './query';

/** Whether an event is paused, with the button that pauses or resumes it. */
export function EventPause({ event: { name, pause } }: { event: Pick<EventLine, 'name' | 'pause'> }) {
  const place = usePlace();
  const mayChange = useMay('editor');
  return (
    <Group gap="sm" justify="flex-end" mb="xs">
      <Paused pause={pause} />
      {mayChange && (
        <Pausing
          pause={pause}
          about={name}
          effect={`Sends of ${name} are accepted, and each message that is due is held until you resume it.`}
          run={(action, body) =>
            action === 'pause'
              ? api.post('/admin/v1/applications/{app}/events/{environment}/{name}/pause', {
                  ...place,
                  name,
                  body,
                })
              : api.post('/admin/v1/applications/{app}/events/{environment}/{name}/resume', {
                  ...place,
                  name,
                })
          }
          refresh={[eventQuery(place, name).queryKey, eventsQuery(place).queryKey]}
        />
      )}
    </Group>
  );
}
