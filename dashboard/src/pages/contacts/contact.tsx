import { Group, SimpleGrid, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { AnchorLink, ButtonLink } from '../../parts/link';
import { PageHead } from '../../parts/page-head';
import { Section } from '../../parts/section';
import { Awaited } from '../../parts/awaited';
import { ContactAddresses } from './contact-addresses';
import { ContactDetails } from './contact-details';
import { ContactNotifications } from './contact-notifications';
import { Erase } from './erase';
import { nameOf } from './naming';
import { type Contact, contactQuery } from './queries';

const ContactPreferences = lazy(() => import('./preferences/contact-preferences'));

/** One contact: who it is, what it got, which of its addresses get nothing, and what it has switched off. */
export default function ContactPage(): ReactNode {
  const { id } = useParams({ from: '/signed-in/$app/$environment/contacts/$id' });
  const place = usePlace();
  const mayErase = useMay('owner');
  const { data, error, refetch } = useQuery(contactQuery(place, id));
  if (!data)
    return (
      <>
        <Awaited query={{ data, error, refetch }} title="Contact" />
        <AnchorLink to="/$app/$environment/contacts" params={place}>
          All contacts
        </AnchorLink>
      </>
    );
  return (
    <>
      <PageHead title={nameOf(data)} about={`A contact of ${place.app} in ${place.environment}.`}>
        {mayErase && <Erase contact={data} />}
      </PageHead>
      <Awaited query={{ data, error, refetch }} />
      <Links contact={data} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Section mb="md" title="Who it is">
          <ContactDetails contact={data} />
        </Section>
        <Section mb="md" title="Newest notifications">
          <ContactNotifications contact={data} />
        </Section>
      </SimpleGrid>
      <Section mb="md" title="Addresses and suppressions">
        <ContactAddresses contact={data} />
      </Section>
      <Section mb="md" title="Preferences">
        <Suspense fallback={<Skeleton height={160} />}>
          <ContactPreferences contact={data.uuid} />
        </Suspense>
      </Section>
    </>
  );
}

function Links({ contact: { uuid } }: { contact: Contact }) {
  const place = usePlace();
  return (
    <Group gap="xs" mb="md">
      <ButtonLink
        to="/$app/$environment/activity"
        params={place}
        search={{ contact: uuid }}
        size="xs"
        variant="default"
      >
        All its notifications
      </ButtonLink>
      <ButtonLink
        to="/$app/$environment/explain"
        params={place}
        search={{ who: uuid }}
        size="xs"
        variant="default"
      >
        Why did it get a message, or none?
      </ButtonLink>
    </Group>
  );
}
