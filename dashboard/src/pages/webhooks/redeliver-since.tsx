import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { usePlace } from '../../layout/place';
import { textOf } from '../../parts/field';
import { Dialog } from '../../parts/dialog';
import { Problem } from '../../parts/problem';
import { fieldError } from '../../parts/field-error';
import { eventsKey } from './queries';
import { redeliverPages } from './redeliver-pages';

/** The button that redelivers what the endpoint missed since a time. */
export const RedeliverSince = () => (
  <Dialog label="Redeliver since…" title="Redeliver what the endpoint missed">
    {() => <RedeliverForm />}
  </Dialog>
);

interface Step {
  name: 'ready' | 'running' | 'ended';
  count: number;
  error?: unknown;
}

function RedeliverForm() {
  const place = usePlace();
  const queries = useQueryClient();
  const [since, setSince] = useState('');
  const [step, setStep] = useState<Step>({ name: 'ready', count: 0 });
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const run = async (): Promise<void> => {
    stop.current = new AbortController();
    let count = 0;
    const report = (sofar: number): void => {
      count = sofar;
      setStep({ name: 'running', count });
    };
    report(0);
    try {
      await redeliverPages({ place, since: new Date(since), report, signal: stop.current.signal });
      setStep({ name: 'ended', count });
    } catch (error) {
      setStep({ name: 'ended', count, error });
    }
    await queries.invalidateQueries({ queryKey: eventsKey(place) });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run();
  };
  const isRunning = step.name === 'running';
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">
          Every event of this endpoint that happened since then and is failed or dropped is delivered again,
          the oldest first. Events that arrived and test events are not sent again. The receiver sees the same
          webhook-id again. You can repeat this.
        </Text>
        <TextInput
          type="datetime-local"
          label="Since"
          description="In your time zone"
          required
          {...textOf(since, setSince)}
          error={fieldError(step.error, 'since')}
          data-autofocus
        />
        <Text size="sm" aria-live="polite">
          {wordsOf(step)}
        </Text>
        {step.error !== undefined && <Problem error={step.error} />}
        <Group justify="flex-end">
          {isRunning && (
            <Button variant="default" onClick={() => stop.current.abort()}>
              Stop
            </Button>
          )}
          <Button type="submit" loading={isRunning}>
            Redeliver
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function wordsOf({ name, count, error }: Step): string {
  const events = count === 1 ? '1 event is' : `${count} events are`;
  if (name === 'ready') return '';
  if (name === 'running') return `${events} on the way so far.`;
  return error === undefined ? `${events} on the way.` : `It ended early: ${events} on the way.`;
}
