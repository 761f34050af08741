import { Stack } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { Awaited } from '../../parts/awaited';
import { Facts } from '../../parts/facts';
import { AnchorLink } from '../../parts/link';
import { More } from '../../parts/more';
import { NothingHere } from '../../parts/nothing-here';
import { Outside } from '../../parts/outside';
import { PageHead } from '../../parts/page-head';
import { Section } from '../../parts/section';
import { Time } from '../../parts/time';
import { ContactTable } from '../contacts/contact-table';
import { sizeText } from '../topics/words';
import { EditSegment } from './edit-segment';
import { membersQuery, segmentQuery } from './queries';
import { filterText } from './words';

/** One segment: its filter, and the contacts that are in it now. */
export default function SegmentPage(): ReactNode {
  const { segment: id } = useParams({ from: '/signed-in/$app/$environment/segments/$segment' });
  const place = usePlace();
  const mayChange = useMay('editor');
  const query = useQuery(segmentQuery(place, id));
  const back = (
    <AnchorLink size="sm" to="/$app/$environment/topics" params={place} search={{ tab: 'segments' }}>
      All segments
    </AnchorLink>
  );
  if (!query.data)
    return (
      <>
        <Awaited query={query} title="Segment" />
        {back}
      </>
    );
  const { segment, contacts, contacts_exact: isExact } = query.data;
  return (
    <Stack>
      <PageHead title={segment.name} about={`A segment of ${place.app} in ${place.environment}.`}>
        {mayChange && <EditSegment segment={segment} />}
      </PageHead>
      {back}
      <Section title="What it is">
        <Facts
          facts={{
            Id: segment.segment,
            'Who is in it': <Outside>{filterText(segment.filter)}</Outside>,
            Contacts: sizeText(contacts, isExact),
            Description: segment.description !== null && <Outside>{segment.description}</Outside>,
            Changed: <Time at={segment.updated_at} />,
          }}
        />
      </Section>
      <Members segment={segment.segment} />
    </Stack>
  );
}

function Members({ segment }: { segment: string }) {
  const list = useInfiniteQuery(membersQuery(usePlace(), segment));
  const contacts = list.data?.pages.flatMap((page) => page.contacts);
  return (
    <Section title="Contacts">
      <Awaited query={list} />
      {contacts?.length === 0 && !list.hasNextPage && <NothingHere title="No contact is in it now" />}
      {contacts && contacts.length > 0 && <ContactTable contacts={contacts} />}
      <More list={list}>{contacts?.length === 0 ? 'Search further' : 'Show more contacts'}</More>
    </Section>
  );
}
