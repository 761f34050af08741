import { defaultPayloadConverter } from '@temporalio/common';
import type { coresdk, temporal } from '@temporalio/proto';

type Payload = temporal.api.common.v1.IPayload;
type HistoryEvent = temporal.api.history.v1.IHistoryEvent;
export type Command = coresdk.workflow_commands.IWorkflowCommand;

const FIRST_ATTEMPT = 'deliverFirst';

/** What a workflow asks Temporal for, as far as a replay compares it. */
export interface Step {
  kind: 'activity' | 'timer' | 'child' | 'end' | 'patch';
  /** The type of an activity or a child workflow, how a run ends, or the id of a patch. */
  type: string;
  /** The name of a SEND or a WAIT, or the summary of an activity. */
  name: string | null;
}

/** A step of a history. */
export interface PastStep extends Step {
  eventId: string;
}

/** Returns the steps of a history, in order. */
export function stepsOfHistory(events: HistoryEvent[]): PastStep[] {
  return events.flatMap((event) => {
    const step = stepOfEvent(event);
    return step ? [{ ...step, eventId: String(event.eventId) }] : [];
  });
}

/** Returns the steps that the commands of each activation ask for, in order. */
export const stepsOfCommands = (activations: Command[][]): Step[] =>
  activations.flatMap((commands) => {
    // What is started and cancelled in the same activation never reaches Temporal.
    const cancelled = new Set(commands.flatMap(({ cancelTimer }) => cancelTimer?.seq ?? []));
    const left = new Set(commands.flatMap(({ requestCancelActivity }) => requestCancelActivity?.seq ?? []));
    return commands.flatMap((command) => {
      if (command.startTimer && cancelled.has(command.startTimer.seq ?? 0)) return [];
      if (command.scheduleActivity && left.has(command.scheduleActivity.seq ?? 0)) return [];
      return stepOfCommand(command) ?? [];
    });
  });

/** Returns the first step at which a history and the code differ, with the code's step; null if they do not differ. */
export function firstDifference(
  past: PastStep[],
  now: Step[],
): { at: number; step: Step | undefined } | null {
  let next = 0;
  for (const [at, step] of past.entries()) {
    // The code may have a patch that is in no history yet, but not the other way round.
    while (now[next]?.kind === 'patch' && !areAlike(step, now[next]!)) next += 1;
    const one = now[next];
    if (!one || !areAlike(step, one)) return { at, step: one };
    next += 1;
  }
  return null;
}

/**
 * Temporal compares kinds and types. workflows/engine/delivery.ts compares the names of SENDs, which name messages. The marker
 * of a first attempt that timed out has no result, and so no name.
 */
const areAlike = (past: Step, now: Step): boolean =>
  past.kind === now.kind &&
  past.type === now.type &&
  (!isSend(past) || past.name === null || past.name === now.name);

/** Whether a step is an attempt at a SEND, as an activity or in the workflow's task. */
export const isSend = ({ type }: Step): boolean => type === 'deliver' || type === FIRST_ATTEMPT;

/** Returns the value of a payload; null if it cannot be read. */
export function valueOf(payload: Payload | null | undefined): unknown {
  if (!payload) return null;
  try {
    return defaultPayloadConverter.fromPayload(payload);
  } catch {
    return null;
  }
}

function stepOfEvent(event: HistoryEvent): Step | null {
  const summary = event.userMetadata?.summary;
  const activity = event.activityTaskScheduledEventAttributes;
  if (activity) return activityStep(activity.activityType?.name, activity.input?.payloads?.[0], summary);
  if (event.timerStartedEventAttributes) return timerStep(summary);
  const child = event.startChildWorkflowExecutionInitiatedEventAttributes;
  if (child) return childStep(child.workflowType?.name, child.workflowId);
  const local = event.markerRecordedEventAttributes?.details;
  if (isFirstAttempt(valueOf(local?.data?.payloads?.[0])))
    return activityStep(FIRST_ATTEMPT, local?.result?.payloads?.[0], summary);
  const patch = event.markerRecordedEventAttributes?.details?.['patch-data']?.payloads?.[0];
  if (patch) return pastPatch(valueOf(patch));
  if (event.workflowExecutionCompletedEventAttributes) return endStep('completed');
  if (event.workflowExecutionFailedEventAttributes) return endStep('failed');
  if (event.workflowExecutionCanceledEventAttributes) return endStep('cancelled');
  if (event.workflowExecutionContinuedAsNewEventAttributes) return endStep('continued as new');
  return null;
}

function stepOfCommand(command: Command): Step | null {
  const summary = command.userMetadata?.summary;
  const activity = command.scheduleActivity;
  if (activity) return activityStep(activity.activityType, activity.arguments?.[0], summary);
  const local = command.scheduleLocalActivity;
  if (local?.activityType === FIRST_ATTEMPT)
    return activityStep(FIRST_ATTEMPT, local.arguments?.[0], summary);
  if (command.startTimer) return timerStep(summary);
  const child = command.startChildWorkflowExecution;
  if (child) return childStep(child.workflowType, child.workflowId);
  if (command.setPatchMarker) return patchStep(command.setPatchMarker.patchId);
  if (command.completeWorkflowExecution) return endStep('completed');
  if (command.failWorkflowExecution) return endStep('failed');
  if (command.cancelWorkflowExecution) return endStep('cancelled');
  if (command.continueAsNewWorkflowExecution) return endStep('continued as new');
  return null;
}

type Text = string | null | undefined;
type MaybePayload = Payload | null | undefined;

/** Whether a marker of a local activity is of a first attempt. Others are ignored: their place says nothing of their order. */
const isFirstAttempt = (data: unknown): boolean =>
  (data as { activity_type?: string } | null)?.activity_type === FIRST_ATTEMPT;

/** Input and result of an attempt at a SEND have its name. */
function activityStep(type: Text, payload: MaybePayload, summary: MaybePayload): Step {
  const step: Step = { kind: 'activity', type: type ?? '', name: textOf(valueOf(summary)) };
  const send = valueOf(payload) as { step?: unknown } | null;
  return isSend(step) ? { ...step, name: textOf(send?.step) } : step;
}
const timerStep = (summary: MaybePayload): Step => ({
  kind: 'timer',
  type: '',
  name: textOf(valueOf(summary)),
});
const childStep = (type: Text, id: Text): Step => ({ kind: 'child', type: type ?? '', name: textOf(id) });
const patchStep = (id: Text): Step => ({ kind: 'patch', type: id ?? '', name: null });
/** Returns null for a deprecated patch, which the code may no longer have. */
function pastPatch(data: unknown): Step | null {
  const { id, deprecated } = data as { id?: string; deprecated?: boolean };
  return deprecated ? null : patchStep(id);
}
const endStep = (type: string): Step => ({ kind: 'end', type, name: null });
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
