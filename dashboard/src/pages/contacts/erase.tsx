import { List, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client';
import { usePlace } from '../../layout/place';
import { Confirm } from '../../parts/confirm';
import { identifierOf, nameOf } from './naming';
import type { Contact } from './queries';
import { isolated } from '../../../../core/shared/isolated';

/** A button that erases a contact for good. */
export function Erase({ contact }: { contact: Contact }) {
  const place = usePlace();
  const navigate = useNavigate();
  return (
    <Confirm
      label="Erase"
      title={`Erase ${isolated(nameOf(contact))}?`}
      type={identifierOf(contact)}
      change={{
        run: () =>
          api.delete('/admin/v1/applications/{app}/contacts/{identifier}', {
            ...place,
            identifier: contact.uuid,
          }),
        says: 'The contact is erased. The service removes what was sent to it within about two minutes.',
        refresh: [['contacts'], ['suppressions'], ['notifications'], ['newest'], ['explain']],
        done: () => void navigate({ to: '/$app/$environment/contacts', params: place }),
      }}
    >
      <Stack gap="xs">
        <Text size="sm">
          This cannot be undone. The service erases the contact in {place.environment} with all that belongs
          to it:
        </Text>
        <List size="sm">
          <List.Item>its identifiers, attributes and devices</List.Item>
          <List.Item>its notifications and messages, with what was rendered</List.Item>
          <List.Item>the webhook events and the kept responses that name it</List.Item>
        </List>
        <Text size="sm">
          Notifications that wait are stopped. Its suppressed addresses stay suppressed, but nobody can read
          them any more. A contact with the same address in the other environment stays. A later send to the
          address creates a new contact.
        </Text>
      </Stack>
    </Confirm>
  );
}
