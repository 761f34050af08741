import { Button, CloseButton, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { NamedModal } from '../../../parts/named-modal';
import type { FlowStep } from '../file/flow';
import { isMap } from '../file/read';
import { STEP_KINDS } from './step-kinds';

interface StepDockProps {
  step: FlowStep;
  /** Names of the SENDs of the event, for conditions. */
  sends: readonly string[];
  edit: (step: Record<string, unknown>) => void;
  close: () => void;
  /** The message of a SEND, with its preview. */
  children?: ReactNode;
}

/** The inputs of one step, docked to the diagram. What is typed is in the file at once, so that nothing is lost. */
export function StepDock({ step: { kind, given, face }, sends, edit, close, children }: StepDockProps) {
  const [step, setStep] = useState(isMap(given) ? given : {});
  const [asks, setAsks] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const first = place.current?.querySelector<HTMLElement>('[data-autofocus], input, button');
    // The menu that added the step gives the focus back first.
    const later = setTimeout(() => first?.focus(), 60);
    return () => clearTimeout(later);
  }, []);
  if (kind === 'code' || kind === 'unknown') return null;
  const { name, Input } = STEP_KINDS[kind];
  const leave = (): void => {
    // What an input cannot read is not in the file.
    if (place.current?.querySelector('[aria-invalid="true"]')) setAsks(true);
    else close();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || asks) return;
    // A list of choices closes first.
    if (event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true') return;
    event.preventDefault();
    leave();
  };
  return (
    <Paper
      withBorder
      p="sm"
      ref={place}
      role="dialog"
      aria-label={name}
      onKeyDown={onKeyDown}
      component="section"
    >
      <Stack>
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} size="h5">
            {name}
          </Title>
          <CloseButton aria-label="Close the step" onClick={leave} />
        </Group>
        {face !== undefined && face.problems > 0 && (
          <Text size="sm" c="var(--mantine-color-error)">
            {face.problems === 1 ? 'It has a problem.' : `It has ${face.problems} problems.`}
          </Text>
        )}
        {children}
        {Input && (
          <Settings isOpen={!children}>
            <Input
              value={step[kind]}
              sends={sends}
              onChange={(value) => {
                const next = { ...step, [kind]: value };
                setStep(next);
                edit(next);
              }}
            />
          </Settings>
        )}
        <Group justify="flex-end">
          <Button variant="default" size="xs" onClick={leave}>
            Done
          </Button>
        </Group>
      </Stack>
      <NamedModal opened={asks} onClose={() => setAsks(false)} title="Leave what cannot be read">
        <Stack>
          <Text size="sm">
            An input of this step cannot be read, so it is not in the file. It is lost if you leave.
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsks(false)} data-autofocus>
              Stay here
            </Button>
            <Button color="red" onClick={close}>
              Leave it
            </Button>
          </Group>
        </Stack>
      </NamedModal>
    </Paper>
  );
}

/** The settings of a step. Those of a SEND come after its message, and are closed at first. */
function Settings({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  if (isOpen) return <Stack>{children}</Stack>;
  return (
    <details>
      <summary>
        <Text size="sm" fw={500} span>
          Channel, name and fallback
        </Text>
      </summary>
      <Stack pt="xs">{children}</Stack>
    </details>
  );
}
