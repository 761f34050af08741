import type { DigestWindow, Step, StepKind, StepOf } from '../../sequences/steps';
import type { TimeOfDay } from '../../sequences/time-of-day';
import { durationText } from './duration';
import { WEEKDAYS } from './steps/wait';

/** A step as an event file writes it, without its branches. */
export interface WrittenStep {
  kind: StepKind;
  /** What its key has in a file. */
  value: unknown;
}

/** Returns a stored step as an event file writes it. Null: a newer release stored it. */
export function writtenStep(step: Step): WrittenStep | null {
  if (!Object.hasOwn(WRITTEN, step.type)) return null;
  return (WRITTEN[step.type] as (step: Step) => WrittenStep)(step);
}

const WRITTEN: { [Type in Step['type']]: (step: StepOf<Type>) => WrittenStep } = {
  send: ({ name, channel, fallback }) => ({
    kind: 'send',
    value: { name, ...(channel && { channel }), ...(fallback && { fallback: writtenFallback(fallback) }) },
  }),
  wait: ({ durationMs }) => ({ kind: 'wait', value: durationText(durationMs) }),
  wait_until: (step) => ({ kind: 'wait', value: writtenTime(step) }),
  digest: ({ window }) => ({ kind: 'digest', value: writtenWindow(window) }),
  condition: ({ if: asked }) => ({
    kind: 'if',
    value:
      'delivered' in asked ? { delivered: asked.delivered, within: durationText(asked.withinMs) } : asked,
  }),
  end: () => ({ kind: 'end', value: true }),
};

const writtenFallback = ({ channels, withinMs }: NonNullable<StepOf<'send'>['fallback']>) => ({
  to: channels,
  ...(withinMs !== undefined && { unless_delivered_within: durationText(withinMs) }),
});

const two = (number: number): string => String(number).padStart(2, '0');

const writtenTime = ({ hour, minute, days, timezone }: TimeOfDay & { timezone: string }) => ({
  until: `${two(hour)}:${two(minute)}`,
  ...(days && { on: days.map((day) => WEEKDAYS[day]) }),
  timezone,
});

function writtenWindow(window: DigestWindow): unknown {
  const { key } = window;
  const keyed = key === undefined ? {} : { key };
  if (!('durationMs' in window)) return { ...writtenTime(window), ...keyed };
  const duration = durationText(window.durationMs);
  return key === undefined ? duration : { for: duration, ...keyed };
}
