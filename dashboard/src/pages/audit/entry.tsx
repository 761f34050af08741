import { Anchor, Group } from '@mantine/core';
import type { components } from '../../../../generated/admin-openapi';
import { Facts } from '../../parts/facts';
import { exactTime, Time } from '../../parts/time';
import { Difference } from './difference-table';
import { Outside } from '../../parts/outside';
import { Row } from './row';

type AuditRecord = components['schemas']['AuditRecord'];

const OUTCOMES: Record<AuditRecord['outcome'], string> = {
  done: 'The change was made.',
  refused: 'The service refused it. Nothing changed.',
  failed: 'It failed. A part of the change may have been made.',
  unknown: 'The change is in progress, or the service stopped during it. Check what it changed.',
};

interface EntryProps {
  record: AuditRecord;
  /** Shows only what is about an id. */
  filter: (about: string) => void;
}

/** One change. It opens to what it changed, who made it and from where. */
export const Entry = ({ record, filter }: EntryProps) => (
  <Row record={record} label={`Details of ${record.action}`} times={<Time at={record.at} />}>
    <Details record={record} filter={filter} />
    <Difference before={record.before} after={record.after} />
  </Row>
);

function Details({ record, filter }: EntryProps) {
  const { at, by, address, request_id: requestId, path, about, outcome, code } = record;
  return (
    <Facts
      aria-label="Details"
      nameWidth={100}
      facts={{
        Outcome: code === null ? OUTCOMES[outcome] : `${OUTCOMES[outcome]} Code: ${code}`,
        When: exactTime(at),
        Who: <Who by={by} filter={filter} />,
        'From where': address ?? 'unknown',
        Route: path,
        'Request id': requestId,
        About: (
          <Group gap={8}>
            {about.map((one) => (
              <AboutLink key={one} id={one} filter={filter} />
            ))}
          </Group>
        ),
      }}
    />
  );
}

function Who({ by: { id, name, role }, filter }: Pick<EntryProps, 'filter'> & { by: AuditRecord['by'] }) {
  return (
    <>
      <Outside>{name}</Outside>, {role}
      {id === 'setting' && ', with the key of the setting ADMIN_API_KEY'}:{' '}
      <AboutLink id={id} filter={filter} />
    </>
  );
}

const AboutLink = ({ id, filter }: { id: string; filter: EntryProps['filter'] }) => (
  <Anchor
    component="button"
    type="button"
    size="sm"
    ta="left"
    aria-label={`Show only changes about ${id}`}
    style={{ overflowWrap: 'anywhere' }}
    onClick={() => filter(id)}
  >
    {id}
  </Anchor>
);
