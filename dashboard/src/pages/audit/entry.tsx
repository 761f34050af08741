import { Anchor, Badge, Group, Paper, Stack, Text, UnstyledButton } from '@mantine/core';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { components } from '../../../../generated/admin-openapi';
import { Facts } from '../../parts/facts';
import { exactTime, Time } from '../../parts/time';
import { Difference } from './difference-table';
import { objectOf } from './object-of';
import { Outside } from '../../parts/outside';

type AuditRecord = components['schemas']['AuditRecord'];

const COLORS: Record<AuditRecord['outcome'], string> = {
  done: 'teal',
  refused: 'orange',
  failed: 'red',
  unknown: 'gray',
};
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
export function Entry({ record, filter }: EntryProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const Chevron = open ? ChevronDown : ChevronRight;
  const { action, by, at, outcome } = record;
  const object = objectOf(record);
  return (
    <Paper withBorder component="li">
      <UnstyledButton
        p="sm"
        w="100%"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Group gap="xs" wrap="nowrap" align="flex-start" component="span">
          <Chevron size={18} aria-hidden style={{ flex: 'none' }} />
          <Group gap="xs" component="span" style={{ minWidth: 0 }}>
            <Text size="sm" fw={550} span style={{ overflowWrap: 'anywhere' }}>
              {action}
            </Text>
            {object !== null && (
              <Text size="sm" span style={{ overflowWrap: 'anywhere' }}>
                <Outside>{object}</Outside>
              </Text>
            )}
            <Text size="sm" span c="var(--dimmed-text)" style={{ overflowWrap: 'anywhere' }}>
              by <Outside>{by.name}</Outside>
            </Text>
            <Badge variant="light" color={COLORS[outcome]} radius="sm" tt="none">
              {outcome}
            </Badge>
            <Time at={at} />
          </Group>
        </Group>
      </UnstyledButton>
      {open && (
        <Stack p="sm" pt={0} gap="sm" id={id} role="region" aria-label={`Details of ${action}`}>
          <Details record={record} filter={filter} />
          <Difference before={record.before} after={record.after} />
        </Stack>
      )}
    </Paper>
  );
}

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
