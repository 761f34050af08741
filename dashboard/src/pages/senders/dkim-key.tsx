import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { components } from '../../../../generated/admin-openapi';
import { api } from '../../api/client';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { Problem } from '../../parts/problem';
import { Time } from '../../parts/time';
import { useChange } from '../../parts/use-change';
import { CopyLine } from '../integrations/copy-line';
import { dkimQuery } from './queries';

type DkimKey = components['schemas']['DkimKey'];

const STATES: Readonly<Record<DkimKey['state'], { color: string; about: string }>> = {
  pending: { color: 'yellow', about: 'Set this record in the DNS of the domain, then activate the key.' },
  active: { color: 'teal', about: 'This key signs. Keep its record.' },
  retiring: { color: 'gray', about: 'This key signs no more. Mail that it has signed may be on its way.' },
};

/** One key with its record, and what can be done with it. */
export function DkimKeyCard({ sender: id, dkim }: { sender: string; dkim: DkimKey }) {
  const { app } = usePlace();
  const mayActivate = useMay('editor');
  const { selector, state, record, active_since: since, keep_record_until: until } = dkim;
  const { color, about } = STATES[state];
  const activate = useChange({
    run: () =>
      api.post('/admin/v1/applications/{app}/senders/{id}/dkim/{selector}/activate', { app, id, selector }),
    says: `The key ${selector} signs now.`,
    refresh: [dkimQuery(app, id).queryKey, ['sender-records', app, id]],
    showsError: true,
  });
  return (
    <Paper withBorder p="sm" component="section" aria-label={`${selector}, ${state}`}>
      <Stack gap={6}>
        <Group justify="space-between">
          <Text fw={600} size="sm">
            {selector}
          </Text>
          <Badge color={color} variant="light" tt="none">
            {state}
          </Badge>
        </Group>
        <Text size="sm">{about}</Text>
        {state === 'active' && since !== null && (
          <Text size="sm" component="div">
            Active since <Time at={since} />
          </Text>
        )}
        {until !== null && (
          <Text size="sm" component="div">
            Its record can be removed <Time at={until} />
          </Text>
        )}
        <CopyLine name="Name" value={record.name} />
        <CopyLine name="Value" value={record.value} />
        {record.strings.length > 1 && (
          <CopyLine name="Parts" value={record.strings.map((one) => `"${one}"`).join(' ')} />
        )}
        {activate.error && <Problem error={activate.error} />}
        <Group gap="xs">
          {mayActivate && state !== 'active' && (
            <Button size="xs" loading={activate.isPending} onClick={() => activate.mutate(undefined)}>
              Activate
            </Button>
          )}
          <Remove {...{ id, dkim }} />
        </Group>
      </Stack>
    </Paper>
  );
}

/** Asks before it removes the key. It stands in a dialog already, so it opens none. */
function Remove({ id, dkim: { selector, state, keep_record_until: until } }: { id: string; dkim: DkimKey }) {
  const { app } = usePlace();
  const mayRemove = useMay('owner');
  const [asks, setAsks] = useState(false);
  const isEarly = until !== null && Date.parse(until) > Date.now();
  const remove = useChange({
    run: () =>
      api.delete('/admin/v1/applications/{app}/senders/{id}/dkim/{selector}', {
        ...{ app, id, selector },
        ...(isEarly && { early: 'true' as const }),
      }),
    says: `The key ${selector} is removed.`,
    refresh: [dkimQuery(app, id).queryKey, ['sender-records', app, id]],
  });
  if (!mayRemove) return null;
  if (!asks)
    return (
      <Button size="xs" variant="light" color="red" onClick={() => setAsks(true)}>
        Remove
      </Button>
    );
  return (
    <Stack gap="xs">
      <Text size="sm">
        {state === 'active' && 'E-mail of the domain is sent without a signature from then on. '}
        {isEarly && 'Mail that the key has signed fails if its record is gone too. '}
        The key cannot be brought back.
      </Text>
      <Group gap="xs">
        <Button size="xs" color="red" loading={remove.isPending} onClick={() => remove.mutate(undefined)}>
          Remove {selector}
        </Button>
        <Button size="xs" variant="default" onClick={() => setAsks(false)}>
          Keep it
        </Button>
      </Group>
    </Stack>
  );
}
