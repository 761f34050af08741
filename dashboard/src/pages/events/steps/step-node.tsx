import { Paper, Text, UnstyledButton } from '@mantine/core';
import type { FlowStep } from '../file/flow';
import { useDiagram } from './diagram-context';
import { iconOf, isEditable } from './icons';
import { StepMenu } from './step-menu';

interface StepNodeProps {
  step: FlowStep;
  index: number;
  count: number;
}

/** A step of a diagram. It opens its panel, has a menu, and can be dragged to another place. */
export function StepNode({ step, index, count }: StepNodeProps) {
  const diagram = useDiagram();
  const Icon = iconOf(step.kind);
  const content = (
    <>
      <Icon size={16} aria-hidden style={{ flexShrink: 0 }} />
      <Text size="xs" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
        {step.title}
      </Text>
    </>
  );
  return (
    <Paper
      withBorder
      className={diagram ? 'diagram-step nodrag nopan' : 'diagram-step'}
      data-moved={diagram?.moved === step || undefined}
      title={step.title}
      draggable={diagram !== null}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', step.title);
        // A document that changes in this very moment ends the drag.
        setTimeout(() => diagram?.setMoved(step));
      }}
      onDragEnd={() => diagram?.setMoved(undefined)}
    >
      {diagram && isEditable(step.kind) ? (
        <UnstyledButton
          className="diagram-step-body"
          aria-label={`Edit: ${step.title}`}
          onClick={() => diagram.edit(step)}
        >
          {content}
        </UnstyledButton>
      ) : (
        <div className="diagram-step-body">{content}</div>
      )}
      {diagram && <StepMenu {...{ step, index, count, diagram }} />}
    </Paper>
  );
}
