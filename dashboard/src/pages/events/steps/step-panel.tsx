import { Button, Drawer, Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { FlowStep } from '../file/flow';
import { isMap } from '../file/read';
import { STEP_KINDS } from './step-kinds';

interface StepPanelProps {
  step: FlowStep;
  /** Names of the SENDs of the event, for conditions. */
  sends: readonly string[];
  apply: (step: Record<string, unknown>) => void;
  close: () => void;
}

/** A panel beside the page with the inputs of one step. */
export function StepPanel({ step: { kind, given }, sends, apply, close }: StepPanelProps) {
  const [step, setStep] = useState(isMap(given) ? given : {});
  if (kind === 'code' || kind === 'unknown') return null;
  const { name, Input } = STEP_KINDS[kind];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    apply(step);
  };
  return (
    <Drawer opened onClose={close} position="right" title={name}>
      <form onSubmit={submit}>
        <Stack>
          {Input && (
            <Input
              value={step[kind]}
              sends={sends}
              onChange={(value) => setStep({ ...step, [kind]: value })}
            />
          )}
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
