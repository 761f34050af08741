import type { Channel } from '../shared/channels';
import type { AfterStep } from '../shared/statuses';
import type { Condition } from './condition';
import type { TimeOfDay } from './time-of-day';

/**
 * The kinds of steps, by their key in event files. Each layer has a table of them, which does not compile if a kind is
 * missing (docs/internals/adding-a-step-kind.md).
 */
export interface StepsByKind {
  send: SendStep;
  wait: WaitStep | WaitUntilStep;
  digest: DigestStep;
  if: ConditionStep;
  end: EndStep;
}
export type StepKind = keyof StepsByKind;

/** A step as it is stored. `type` says how it runs; a kind may have several. */
export type Step = StepsByKind[StepKind];
export type StepOf<Type extends Step['type']> = Extract<Step, { type: Type }>;

export interface SendStep {
  type: 'send';
  /** Stable name of the step; part of the message id, unique within the event. */
  name: string;
  /** Absent: auto-routing over the event's channels. */
  channel?: Channel;
  fallback?: Fallback;
}

/** Tries the next channel if the message fails, or if no receipt confirms its delivery in time. */
export interface Fallback {
  /** In this order. Channels that were tried, or that do not reach the recipient, are skipped. */
  channels: Channel[];
  /** Milliseconds that a delivery may take to be confirmed; absent: only a failure counts. */
  withinMs?: number;
}

export interface WaitStep {
  type: 'wait';
  name: string;
  /** Milliseconds, up to 30 days. */
  durationMs: number;
}

/** Waits until a time of day, in the contact's time zone, else in this one. */
export interface WaitUntilStep extends TimeOfDay {
  type: 'wait_until';
  name: string;
  timezone: string;
}

/**
 * Combines the notifications of this event for one recipient until the window closes. The first one continues, and the
 * others end.
 */
export interface DigestStep {
  type: 'digest';
  name: string;
  window: DigestWindow;
}

/** The window from the first send on: milliseconds, or until a time of day, as in a WAIT. */
export type DigestWindow = ({ durationMs: number } | (TimeOfDay & { timezone: string })) & {
  /** Each value at this path, such as `payload.project_id`, has its own window. Absent: a recipient has one. */
  key?: string;
};

/** Continues with one of two branches, and then with the next step. */
export interface ConditionStep {
  type: 'condition';
  name: string;
  if: Condition | DeliveredWithin;
  then: Step[];
  else: Step[];
}

/** Waits until a receipt confirms the delivery of an earlier SEND, until it fails, or until the time ends. */
export interface DeliveredWithin {
  delivered: string;
  withinMs: number;
}

/** Ends the notification. */
export interface EndStep {
  type: 'end';
  name: string;
}

/** What a notification is as soon as it reaches a step. */
const REACHED: { [Type in Step['type']]: AfterStep | ((step: StepOf<Type>) => AfterStep) } = {
  send: 'running',
  wait: 'waiting',
  wait_until: 'waiting',
  digest: 'waiting',
  condition: (step) => ('delivered' in step.if ? 'waiting' : 'running'),
  end: 'close',
};

/** Returns what a notification is as soon as it reaches a step. A newer release may have stored a type that is unknown here. */
export function whenReached(step: Step): AfterStep {
  const status = REACHED[step.type] as AfterStep | ((step: Step) => AfterStep) | undefined;
  return typeof status === 'function' ? status(step) : (status ?? 'running');
}

/** Returns whether a notification is `waiting` as soon as it reaches this step. */
export const isWait = (step: Step | undefined): boolean =>
  step !== undefined && whenReached(step) === 'waiting';
