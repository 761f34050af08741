import { Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import type { MessageDetails, NotificationDetails, NotificationStep } from '../../../api/types';
import { ChannelIcon } from '../../../parts/channel-icon';
import { Facts } from '../../../parts/facts';
import { Json } from '../../../parts/json';
import { Outside } from '../../../parts/outside';
import { StatusBadge } from '../../../parts/status';
import { Time } from '../../../parts/time';
import type { FlowStep } from '../../events/file/flow';
import { valueAt } from '../../events/file/read';
import { reasonOf, RunState } from '../../events/steps/run-state';

interface StepDetailsProps {
  step: FlowStep;
  notification: NotificationDetails;
}

/** What one step of a notification had as its input, and what it did. */
export function StepDetails({ step: { title, run }, notification }: StepDetailsProps) {
  if (!run) return null;
  const messages = notification.messages.filter(({ id }) => run.message_ids.includes(id));
  return (
    <Paper withBorder p="sm" component="section" aria-label="The chosen step">
      <Stack gap="xs">
        <Title order={2} size="h5" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Title>
        <RunState run={run} />
        <Facts
          variant="vertical"
          withRowBorders={false}
          nameWidth={96}
          facts={{
            Name: run.name,
            Why: reasonOf(run),
            Began: run.at === null ? null : <Time at={run.at} />,
            Ended: run.ended_at === null ? null : <Time at={run.ended_at} />,
            Until: run.until === null || run.state !== 'current' ? null : <Time at={run.until} />,
          }}
        />
        {run.reads.length > 0 && <Reads run={run} notification={notification} />}
        {messages.map((message) => (
          <Message key={message.id} message={message} />
        ))}
        {run.kind === 'send' && (run.state === 'current' || messages.length > 0) && (
          <details>
            <summary>
              <Text size="sm" span>
                {run.reads.length > 0 ? 'The whole payload' : 'Its input: the payload'}
              </Text>
            </summary>
            <Json value={notification.payload} />
          </details>
        )}
      </Stack>
    </Paper>
  );
}

/** The values that a step has read, as far as they are stored with the notification. */
function Reads({ run, notification }: { run: NotificationStep; notification: NotificationDetails }) {
  const { payload, messages } = notification;
  const valueOf = (read: string): string => {
    if (read.startsWith('message ')) {
      const its = messages.filter(({ step }) => step.split('>')[0] === read.slice('message '.length));
      return its.length === 0 ? 'was not sent' : its.map(({ status }) => status).join(', ');
    }
    if (!read.startsWith('payload.')) return 'not stored with the notification';
    if (payload === null) return 'no longer kept';
    const value = valueAt({ payload }, read.split('.'));
    return value === undefined ? 'no value' : JSON.stringify(value);
  };
  return (
    <div>
      <Text size="sm" fw={500}>
        Its input
      </Text>
      <Facts
        variant="vertical"
        withRowBorders={false}
        nameWidth="40%"
        facts={Object.fromEntries(
          run.reads.map((read) => [read, <Outside key={read}>{valueOf(read)}</Outside>]),
        )}
      />
    </div>
  );
}

function Message({ message }: { message: MessageDetails }) {
  const { channel, status, address, attempts, rendered } = message;
  const words = rendered?.subject ?? rendered?.text?.split('\n')[0];
  return (
    <div>
      <Group gap="xs">
        <Text size="sm" span>
          <ChannelIcon channel={channel} />
          {address !== null && <Outside>{address}</Outside>}
        </Text>
        <StatusBadge status={status} />
      </Group>
      {words && (
        <Text size="sm" lineClamp={2} dir="auto">
          {words}
        </Text>
      )}
      <List size="sm" spacing={2} mt={4} aria-label={`Attempts over ${channel}`}>
        {attempts.map(({ id, at, integration, provider, code, outcome, response }, index) => (
          <List.Item key={id}>
            Attempt {index + 1}, <Time at={at} />, {integration ?? provider ?? 'no provider'}:{' '}
            {code ?? outcome}
            {response !== null && response !== '' && (
              <Text size="xs" ff="monospace" className="pre" dir="auto" c="var(--dimmed-text)" lineClamp={3}>
                {response}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
    </div>
  );
}
