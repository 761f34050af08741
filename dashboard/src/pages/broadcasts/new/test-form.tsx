import { List, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../api/client';
import { useSession } from '../../../api/session';
import { usePlace } from '../../../layout/place';
import { textOf } from '../../../parts/field';
import { Form } from '../../../parts/form';
import { NotificationLink } from '../../../parts/notification-link';
import { Outside } from '../../../parts/outside';
import { useChange } from '../../../parts/use-change';
import { type BroadcastContent, BROADCASTS } from '../queries';

/** Sends the same content to a few people, and links to what they get. It makes no broadcast. */
export function TestForm({ content }: { content: BroadcastContent }) {
  const place = usePlace();
  const session = useSession();
  const [people, setPeople] = useState(session.data?.operator.email ?? '');
  const test = useChange({
    run: async (to: string[]) => {
      const { sent } = await api.post(`${BROADCASTS}/test`, { ...place, body: { ...content, to } });
      return sent.notifications.map((one, at) => ({ ...one, who: to[at] ?? '' }));
    },
    refresh: [['notifications']],
    showsError: true,
  });
  const given = people.split('\n').flatMap((line) => line.trim() || []);
  return (
    <Form change={{ ...test, mutate: () => test.mutate(given) }} action="Send the test">
      <Text size="sm">
        {place.environment === 'sandbox'
          ? 'Sandbox captures what it sends. Nobody gets it.'
          : 'Production really sends it. Use your own addresses.'}
      </Text>
      <Textarea
        label="Recipients"
        description="One a line, five at most: an e-mail address, a phone number or an external id"
        autosize
        minRows={2}
        maxRows={6}
        required
        data-autofocus
        {...textOf(people, setPeople)}
      />
      {test.data && (
        <Stack gap={4} role="status">
          <List size="sm" aria-label="What each recipient gets">
            {test.data.map((one) => (
              <List.Item key={one.who}>
                <Outside>{one.who}</Outside>:{' '}
                {one.status === 'accepted' ? (
                  <NotificationLink id={one.id}>accepted</NotificationLink>
                ) : (
                  one.error
                )}
              </List.Item>
            ))}
          </List>
        </Stack>
      )}
    </Form>
  );
}
