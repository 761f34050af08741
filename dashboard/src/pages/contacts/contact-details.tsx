import { Text } from '@mantine/core';
import { Facts } from '../../parts/facts';
import { Json } from '../../parts/json';
import { ANSWERED } from './naming';
import type { Contact } from './queries';

/** The identifiers and the attributes of a contact. */
export function ContactDetails({ contact }: { contact: Contact }) {
  const { uuid, meta } = contact;
  const facts = ANSWERED.map(({ label, name }) => [label, [contact[name] ?? []].flat().join('\n')]);
  return (
    <>
      <Facts
        aria-label="Identifiers"
        nameWidth={130}
        mb="md"
        facts={{ ...(Object.fromEntries(facts) as Record<string, string>), 'Contact id': uuid }}
      />
      <Text fw={600} size="sm" mb={4}>
        Attributes
      </Text>
      {Object.keys(meta).length === 0 ? (
        <Text size="sm" c="var(--dimmed-text)">
          The contact has none.
        </Text>
      ) : (
        <Json value={meta} />
      )}
    </>
  );
}
