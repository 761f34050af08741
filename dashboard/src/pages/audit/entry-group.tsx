import { Stack } from '@mantine/core';
import { Time } from '../../parts/time';
import { Entry } from './entry';
import type { AuditGroup } from './groups';
import { Row } from './row';

interface EntryGroupProps {
  group: AuditGroup;
  /** Shows only what is about an id. */
  filter: (about: string) => void;
}

/** Changes that read the same, as one row with their number and times. It opens to each of them. */
export function EntryGroup({ group, filter }: EntryGroupProps) {
  const [newest] = group;
  const oldest = group.at(-1) ?? newest;
  if (group.length === 1) return <Entry record={newest} filter={filter} />;
  return (
    <Row
      record={newest}
      count={group.length}
      label={`${group.length} changes: ${newest.action}`}
      times={
        <>
          <Time at={oldest.at} /> to <Time at={newest.at} />
        </>
      }
    >
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {group.map((record) => (
          <Entry key={record.id} record={record} filter={filter} />
        ))}
      </Stack>
    </Row>
  );
}
