import { Paper, Text, UnstyledButton } from '@mantine/core';
import type { FlowStep } from '../file/flow';
import { useDiagram } from './diagram-context';
import { iconOf, isEditable } from './icons';
import { idOfStep } from './node-ids';
import { RunState } from './run-state';
import { StepMenu } from './step-menu';

interface StepNodeProps {
  step: FlowStep;
  index: number;
  count: number;
}

/** A step of a diagram. It opens what belongs to it. In an editor it has a menu, and can be dragged to another place. */
export function StepNode({ step, index, count }: StepNodeProps) {
  const { choose, chosen, editing } = useDiagram();
  const Icon = iconOf(step.kind);
  const { run } = step;
  const content = (
    <>
      <Icon size={16} aria-hidden style={{ flexShrink: 0 }} />
      <div style={{ minWidth: 0 }}>
        <Text size="xs" lineClamp={run ? 2 : 3} style={{ overflowWrap: 'anywhere' }}>
          {step.title}
        </Text>
        {run && <RunState run={run} />}
      </div>
    </>
  );
  return (
    <Paper
      withBorder
      className={choose ? 'diagram-step nodrag nopan' : 'diagram-step'}
      data-moved={editing?.moved === step || undefined}
      data-chosen={chosen === idOfStep(step.path) || undefined}
      data-state={run?.state}
      title={step.title}
      draggable={editing !== undefined}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', step.title);
        // A document that changes in this very moment ends the drag.
        setTimeout(() => editing?.setMoved(step));
      }}
      onDragEnd={() => editing?.setMoved(undefined)}
    >
      {choose && (run || isEditable(step.kind)) ? (
        <UnstyledButton
          className="diagram-step-body"
          aria-label={run ? undefined : `Edit: ${step.title}`}
          aria-pressed={run && chosen === idOfStep(step.path)}
          onClick={() => choose(step)}
        >
          {content}
        </UnstyledButton>
      ) : (
        <div className="diagram-step-body">{content}</div>
      )}
      {editing && <StepMenu {...{ step, index, count, editing }} />}
    </Paper>
  );
}
