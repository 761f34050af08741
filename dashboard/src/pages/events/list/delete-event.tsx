import { Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../api/client';
import { usePlace } from '../../../layout/place';
import { checkOf } from '../../../parts/field';
import { Confirm } from '../../../parts/confirm';
import { refreshedByPush } from '../push';

/** A button that deletes an event from the environment of the page. */
export function DeleteEvent({ name }: { name: string }) {
  const place = usePlace();
  const [force, setForce] = useState(false);
  return (
    <Confirm
      label="Delete"
      title={`Delete ${name} from ${place.environment}`}
      type={name}
      change={{
        run: () =>
          api.delete('/admin/v1/applications/{app}/events/{environment}/{name}', {
            ...place,
            name,
            body: { force },
          }),
        says: `The event ${name} is deleted from ${place.environment}.`,
        refresh: refreshedByPush(place),
      }}
    >
      <Stack gap="sm">
        <Text size="sm">
          Sends of this event are refused from now on. Its file can be restored on the page “Events”, as long
          as its versions are kept.
        </Text>
        <Checkbox
          label="Delete it even if its notifications are open"
          description="Their messages fail."
          {...checkOf(force, setForce)}
        />
      </Stack>
    </Confirm>
  );
}
