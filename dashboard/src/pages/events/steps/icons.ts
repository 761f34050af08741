import { Braces, CircleHelp, type LucideIcon } from 'lucide-react';
import type { FlowStep } from '../file/flow';
import { STEP_KINDS } from './step-kinds';

const OTHERS = { code: Braces, unknown: CircleHelp };

export const iconOf = (kind: FlowStep['kind']): LucideIcon =>
  kind === 'code' || kind === 'unknown' ? OTHERS[kind] : STEP_KINDS[kind].icon;

/** Returns whether a step has something to edit. */
export const isEditable = (kind: FlowStep['kind']): boolean =>
  kind !== 'code' && kind !== 'unknown' && STEP_KINDS[kind].Input !== undefined;
