import { Code, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { keptIn } from '../../api/kept';
import { usePlace } from '../../layout/place';
import { ButtonLink } from '../../parts/link';
import { More } from '../../parts/more';
import { NothingHere } from '../../parts/nothing-here';
import { Awaited } from '../../parts/awaited';
import { ContactTable } from './contact-table';
import { contactsQuery } from './queries';
import { SearchBox } from './search-box';
import { Earlier } from '../../parts/earlier';

interface ContactListProps {
  search: string;
  change: (search: string) => void;
}

/** The contacts that the search finds, the newest first. */
export function ContactList({ search, change }: ContactListProps) {
  const place = usePlace();
  const list = useInfiniteQuery({ ...contactsQuery(place, search), placeholderData: keptIn(place) });
  // A contact that comes in between moves another one to the next page.
  const contacts = new Map(
    list.data?.pages.flatMap((page) => page.contacts).map((contact) => [contact.uuid, contact]),
  );
  const total = list.data?.pages.at(-1)?.total ?? 0;
  return (
    <>
      <SearchBox search={search} change={change} />
      <Awaited query={list} height={240} />
      <Earlier is={list.isPlaceholderData}>
        <Text size="sm" c="var(--dimmed-text)" mb="xs" role="status">
          {list.data && total > 0 && (total === 1 ? '1 contact' : `${total.toLocaleString('en')} contacts`)}
        </Text>
        {list.data && total === 0 && <Nothing search={search} />}
        {contacts.size > 0 && <ContactTable contacts={[...contacts.values()]} />}
        <More list={list}>Show more contacts</More>
        {list.data && !list.hasNextPage && contacts.size < total && (
          <Text size="sm" mt="md">
            The list ends here. Search to find the others.
          </Text>
        )}
      </Earlier>
    </>
  );
}

function Nothing({ search }: { search: string }) {
  const place = usePlace();
  if (search === '')
    return (
      <NothingHere title="There is no contact yet">
        Send a notification to somebody, or create a contact with <Code>POST /v1/contacts</Code> and a key of
        this environment.
      </NothingHere>
    );
  return (
    <NothingHere title="No contact begins with that">
      <Text size="sm" mb="xs">
        The search finds no contact ids and no Slack member ids. Open the contact instead.
      </Text>
      <ButtonLink
        to="/$app/$environment/contacts/$id"
        params={{ ...place, id: search }}
        size="xs"
        variant="default"
      >
        Open the contact with this identifier
      </ButtonLink>
    </NothingHere>
  );
}
