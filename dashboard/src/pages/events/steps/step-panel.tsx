import { Button, Drawer, Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { FlowStep } from '../file/flow';
import { isMap } from '../file/read';
import { ConditionInput } from './condition-input';
import { SendInput } from './send-input';
import { TimeInput } from './time-input';

interface StepPanelProps {
  step: FlowStep;
  /** Names of the SENDs of the event, for conditions. */
  sends: readonly string[];
  apply: (step: Record<string, unknown>) => void;
  close: () => void;
}

const TITLES: Partial<Record<FlowStep['kind'], string>> = {
  send: 'Send',
  wait: 'Wait',
  digest: 'Digest',
  if: 'Condition',
};

/** A panel beside the page with the inputs of one step. */
export function StepPanel({ step: { kind, given }, sends, apply, close }: StepPanelProps) {
  const [step, setStep] = useState(isMap(given) ? given : {});
  const change = (key: string) => (value: unknown) => setStep({ ...step, [key]: value });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    apply(step);
  };
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      title={TITLES[kind] ?? 'Step'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit}>
        <Stack>
          {kind === 'send' && <SendInput value={step.send} onChange={change('send')} />}
          {(kind === 'wait' || kind === 'digest') && <TimeInput value={step[kind]} onChange={change(kind)} />}
          {kind === 'if' && <ConditionInput value={step.if} sends={sends} onChange={change('if')} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit">Apply</Button>
          </Group>
        </Stack>
      </form>
    </Drawer>
  );
}
