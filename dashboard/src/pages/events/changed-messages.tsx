import { Accordion, Stack, Text } from '@mantine/core';
import { MergeFiles } from './code/code';
import { ProblemList } from './problem-list';
import type { Pushed } from './query';

type ChangedMessage = Pushed['changes'][number]['messages'][number];

/** The messages that change with a file, each before and after. */
export function ChangedMessages({ pushed: { changes, warnings = [] } }: { pushed: Pushed }) {
  const messages = changes.flatMap(({ name, messages: of }) => of.map((one) => ({ name, ...one })));
  return (
    <Stack gap="xs" aria-live="polite">
      {warnings.length > 0 && (
        <ProblemList problems={warnings.map((one) => ({ ...one, severity: 'warning' as const }))} />
      )}
      <Text size="sm">
        {messages.length === 0
          ? 'No message changes.'
          : `${messages.length} ${messages.length === 1 ? 'message changes' : 'messages change'}. Open one to compare it.`}
      </Text>
      <Accordion variant="contained">
        {messages.map(({ name, ...message }, index) => {
          const title = [name, message.step, message.channel, message.language].filter(Boolean).join(', ');
          return (
            <Accordion.Item key={title} value={String(index)}>
              <Accordion.Control>{title}</Accordion.Control>
              <Accordion.Panel>
                <MergeFiles
                  before={{ label: 'Now', text: textOf(message.before) }}
                  after={{ label: 'With the change', text: textOf(message.after) }}
                />
              </Accordion.Panel>
            </Accordion.Item>
          );
        })}
      </Accordion>
    </Stack>
  );
}

/** Returns a message as one text: its subject, then its text, then its HTML. */
const textOf = (message: ChangedMessage['before']): string =>
  [message?.subject, message?.text, message?.html].filter(Boolean).join('\n\n');
