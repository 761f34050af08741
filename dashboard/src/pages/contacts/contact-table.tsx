import { Text } from '@mantine/core';
import { Fragment } from 'react';
import { usePlace } from '../../layout/place';
import { DataTable } from '../../parts/data-table';
import { AnchorLink } from '../../parts/link';
import { Outside } from '../../parts/outside';
import { identifiersOf, languageOf, nameOf } from './naming';
import type { Contact } from './queries';

const SHOWN_IDENTIFIERS = 3;

/** Contacts with their identifiers. */
export function ContactTable({ contacts }: { contacts: Contact[] }) {
  const place = usePlace();
  return (
    <DataTable
      label="Contacts"
      stacks
      rows={contacts}
      keyOf={({ uuid }) => uuid}
      columns={[
        {
          head: 'Contact',
          isName: true,
          breaks: true,
          cell: (contact) => (
            <AnchorLink
              to="/$app/$environment/contacts/$id"
              params={{ ...place, id: contact.uuid }}
              size="sm"
            >
              <Outside>{nameOf(contact)}</Outside>
            </AnchorLink>
          ),
        },
        {
          head: 'Identifiers',
          breaks: true,
          cell: (contact) => <Identifiers of={identifiersOf(contact)} />,
        },
        { head: 'Language', cell: (contact) => languageOf(contact) ?? 'none' },
      ]}
    />
  );
}

function Identifiers({ of }: { of: string[] }) {
  const more = of.length - SHOWN_IDENTIFIERS;
  return (
    <Text size="sm">
      {of.slice(0, SHOWN_IDENTIFIERS).map((one, index) => (
        <Fragment key={one}>
          {index > 0 && ', '}
          <Outside>{one}</Outside>
        </Fragment>
      ))}
      {more > 0 && ` and ${more} more`}
    </Text>
  );
}
