import { Code, Stack, Text } from '@mantine/core';
import { DataTable } from '../../parts/data-table';
import { exactTime } from '../../parts/time';
import type { EventDetails } from './queries';

type Attempt = EventDetails['attempts'][number];

/** The attempts of an event, the oldest first. */
export function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return <Text size="sm">No attempt yet.</Text>;
  return (
    <Stack gap="xs">
      <DataTable
        label="Attempts"
        stacks
        rows={attempts}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Time', isName: true, cell: ({ at }) => exactTime(at) },
          { head: 'Status code', cell: ({ status }) => status ?? 'no answer' },
          { head: 'Duration', cell: ({ duration_ms: ms }) => (ms === null ? 'not recorded' : `${ms} ms`) },
          { head: 'Error', breaks: true, cell: ({ error }) => error ?? 'none' },
        ]}
      />
      {attempts.map((attempt, index) => (
        <AttemptDetails key={attempt.id} attempt={attempt} number={index + 1} />
      ))}
    </Stack>
  );
}

function AttemptDetails({ attempt, number }: { attempt: Attempt; number: number }) {
  const { url, headers, answer, error_detail: detail } = attempt;
  return (
    <details>
      <summary>
        <Text size="sm" span>
          Request and answer of attempt {number}
        </Text>
      </summary>
      <Stack gap="xs" mt="xs">
        <Part name="Request" text={[`POST ${url ?? '(not recorded)'}`, ...headerLines(headers)].join('\n')} />
        <Part name="Answer" text={answer === null || answer === '' ? '(empty)' : answer} />
        {detail !== null && <Part name="Error in the words of the system" text={detail} />}
      </Stack>
    </details>
  );
}

const headerLines = (headers: Attempt['headers']): string[] =>
  Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`);

/** A text that a client or the service sent, as it is. */
export const Part = ({ name, text }: { name: string; text: string }) => (
  <div>
    <Text size="sm" fw={600}>
      {name}
    </Text>
    <Code block className="pre" tabIndex={0}>
      {text}
    </Code>
  </div>
);
