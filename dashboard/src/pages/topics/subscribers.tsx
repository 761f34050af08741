import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../api/client';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { Awaited } from '../../parts/awaited';
import { Confirm } from '../../parts/confirm';
import { DataTable } from '../../parts/data-table';
import { AnchorLink } from '../../parts/link';
import { More } from '../../parts/more';
import { NothingHere } from '../../parts/nothing-here';
import { Outside } from '../../parts/outside';
import { Section } from '../../parts/section';
import { Time } from '../../parts/time';
import { identifierOf, nameOf } from '../contacts/naming';
import { AddContacts } from './add-contacts';
import { type Subscription, subscriptionsQuery, TOPIC, topicsKey } from './queries';

/** The contacts of a topic, page by page. */
export function Subscribers({ topic }: { topic: string }) {
  const place = usePlace();
  const mayChange = useMay('editor');
  const list = useInfiniteQuery(subscriptionsQuery(place, topic));
  const rows = list.data?.pages.flatMap(({ subscriptions }) => subscriptions);
  return (
    <Section title="Contacts" actions={mayChange && <AddContacts topic={topic} />}>
      <Awaited query={list} />
      {rows?.length === 0 && !list.hasNextPage && (
        <NothingHere title="No contact is in this topic">Add some, or import a file.</NothingHere>
      )}
      {rows && rows.length > 0 && (
        <DataTable
          label="Contacts"
          stacks
          rows={rows}
          keyOf={({ contact }) => contact.uuid}
          columns={[
            { head: 'Contact', isName: true, breaks: true, cell: (one) => <Named of={one} /> },
            {
              head: 'Identifier',
              breaks: true,
              cell: ({ contact }) => <Outside>{identifierOf(contact)}</Outside>,
            },
            { head: 'Since', cell: ({ subscribed_at: at }) => <Time at={at} /> },
            mayChange && { head: 'Action', w: 110, cell: (one) => <Remove topic={topic} of={one} /> },
          ]}
        />
      )}
      <More list={list}>Show more contacts</More>
    </Section>
  );
}

interface OfOne {
  of: Subscription;
}

function Named({ of: { contact } }: OfOne) {
  const place = usePlace();
  return (
    <AnchorLink size="sm" to="/$app/$environment/contacts/$id" params={{ ...place, id: contact.uuid }}>
      <Outside>{nameOf(contact)}</Outside>
    </AnchorLink>
  );
}

function Remove({ topic, of: { contact } }: OfOne & { topic: string }) {
  const place = usePlace();
  const name = nameOf(contact);
  return (
    <Confirm
      label="Remove"
      title={`Remove ${name} from the topic`}
      change={{
        run: () =>
          api.post(`${TOPIC}/subscriptions/remove`, { ...place, topic, body: { contacts: [contact.uuid] } }),
        says: `${name} is removed from the topic.`,
        refresh: [topicsKey(place)],
      }}
    >
      The contact itself stays.
    </Confirm>
  );
}
