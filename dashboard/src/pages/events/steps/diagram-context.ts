import { createContext, useContext } from 'react';
import type { FlowStep } from '../file/flow';
import type { StepActions } from './use-step-actions';

/** What the nodes of a diagram can do. */
export interface DiagramEditing {
  actions: StepActions;
  /** Opens the panel of a step. */
  edit: (step: FlowStep) => void;
  /** Step that is being moved, until a place is chosen. */
  moved: FlowStep | undefined;
  setMoved: (step: FlowStep | undefined) => void;
}

/** Null: the diagram can only be read. */
export const DiagramContext = createContext<DiagramEditing | null>(null);

export const useDiagram = (): DiagramEditing | null => useContext(DiagramContext);
