import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Incident } from '../../api/types';
import { Outside } from '../../parts/outside';
import { Time } from '../../parts/time';
import { Remedies } from '../../parts/verdict/remedy';
import { Next } from '../../parts/verdict/sentence';
import { Since } from '../../parts/verdict/since';
import { countText, doesWhat } from '../../parts/verdict/words';

/** One thing that is wrong: what, since when, how many wait, and what would mend it. */
export const IncidentLine = ({ incident }: { incident: Incident }) => (
  <Group component="li" gap="xs" justify="space-between">
    <Text size="sm" className="sentence" style={{ flex: '1 1 300px', overflowWrap: 'anywhere' }}>
      <What incident={incident} />
      {incident.waiting !== null && incident.waiting.count > 0 && ` ${countText(incident.waiting)} wait.`}
      {incident.next_at !== null && (
        <>
          {' '}
          {incident.code === 'SMS_GUARD_HOLDS' ? (
            <>
              The hold ends <Time at={incident.next_at} />.
            </>
          ) : (
            <Next at={incident.next_at} />
          )}
        </>
      )}
    </Text>
    <Remedies of={incident} />
  </Group>
);

function What({ incident }: { incident: Incident }): ReactNode {
  const { code, about, failure, since, used, limit } = incident;
  const name = <Outside>{about.name ?? 'It'}</Outside>;
  const from = since !== null && (
    <>
      {' '}
      since <Since at={since} />
    </>
  );
  const counts = `${used?.toLocaleString('en') ?? ''} of ${limit?.toLocaleString('en') ?? ''}`;
  switch (code) {
    case 'PROVIDER_RESTING':
      return (
        <>
          {about.kind === 'smtp' ? 'The SMTP server' : name} {doesWhat(failure)}
          {from}.
        </>
      );
    case 'ENDPOINT_DISABLED':
      return (
        <>
          The webhook endpoint is disabled{from}, because it{' '}
          {failure === 'gone' ? 'answered 410' : 'failed for days'}.
        </>
      );
    case 'ENDPOINT_FAILING':
      return <>The webhook endpoint fails{from}.</>;
    case 'SENDER_RECORDS':
      return (
        <>
          DNS records of {name} are not right: {failure}.
        </>
      );
    case 'BACKLOG_FULL':
      return `More than ${limit?.toLocaleString('en') ?? ''} notifications have not begun, so sends are refused.`;
    case 'BACKLOG_HIGH':
      return `${counts} notifications that may wait have not begun.`;
    case 'QUOTA_USED':
      return `The quota of this ${failure ?? 'month'} is used (${counts}), so sends are refused.`;
    case 'QUOTA_NEAR':
      return `The quota of this ${failure ?? 'month'} is nearly used: ${counts}.`;
    case 'SMS_GUARD_HOLDS':
      return (
        <>
          The SMS guard holds SMS to {name}
          {from}: {counts} had no follow-up.
        </>
      );
    case 'NO_WORKER':
      return 'No worker runs, so nothing is sent.';
    case 'TEMPORAL_UNREACHABLE':
      return 'Temporal does not answer. Sends are accepted, and start later.';
    case 'ENCRYPTION_KEY_CHANGED':
      return 'The encryption key is not the one of this database, so sends are refused.';
  }
}
