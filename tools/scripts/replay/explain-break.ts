import { DeterminismViolationError } from '@temporalio/workflow';
import type { temporal } from '@temporalio/proto';
import {
  type Command,
  type PastStep,
  type Step,
  firstDifference,
  isSend,
  stepsOfCommands,
  stepsOfHistory,
  valueOf,
} from './steps';

type History = temporal.api.history.v1.IHistory;

const ADVICE = "Put the change behind 'patched' (docs/guides/changing-sequences.md).";
const KEEP =
  "Keep its 'patched', or 'deprecatePatch', as long as such runs are open (docs/guides/changing-sequences.md).";
const WAITS =
  'Such a run stays where it is until a worker has corrected code (docs/guides/changing-sequences.md).';

/** Returns the workflow type of a history. */
export const workflowTypeOf = (history: History): string =>
  startOf(history)?.workflowType?.name ?? 'unknown type';

/** Returns why the code cannot continue a history. `activations` has the commands of the code. */
export function whyItBreaks(error: Error, history: History, activations: Command[][]): string {
  const quoted = /message: "((?:[^"\\]|\\.)*)"/.exec(error.message)?.[1] ?? error.message;
  const reason = unescaped(quoted)
    .replace(/^\[\w+\] |Nondeterminism error: /g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const now = stepsOfCommands(activations);
  const who = whoRuns(history);
  const past = stepsOfHistory(history.events ?? []);
  const difference = firstDifference(past, now);
  const isFault = !(error instanceof DeterminismViolationError);
  // Our own code throws if a SEND was renamed or moved.
  if (isFault && !difference?.step) return `${who}the code fails${afterStep(now)}: ${reason}. ${WAITS}`;
  if (!difference) return `${who}${reason}. ${ADVICE}`;
  return who + describeDifference(past, difference);
}

/**
 * Returns how a SEND of the code differs from the one of a history that replays; null if none does. Temporal does not
 * compare their names, and the results of older workers do not have them (workflows/engine/delivery.ts).
 */
export function renamedSend(history: History, activations: Command[][]): string | null {
  const past = stepsOfHistory(history.events ?? []);
  const difference = firstDifference(past, stepsOfCommands(activations));
  const before = difference && past[difference.at];
  if (!before || !difference.step || !isSend(before) || !isSend(difference.step)) return null;
  return whoRuns(history) + describeDifference(past, difference);
}

function describeDifference(
  past: PastStep[],
  { at, step: now }: { at: number; step: Step | undefined },
): string {
  const step = past[at];
  if (!step) return ADVICE;
  const where = `at event ${step.eventId}${afterStep(past.slice(0, at))}`;
  const advice = step.kind === 'patch' ? KEEP : ADVICE;
  return `${where} the history goes on with ${describeStep(step)}, the code ${asks(now)}. ${advice}`;
}

/** Returns the sequence or the event; empty for a workflow that is no notification. */
function whoRuns(history: History): string {
  const input = valueOf(startOf(history)?.input?.payloads?.[0]) as { code?: string; event?: string } | null;
  if (input?.code !== undefined) return `${input.code}: `;
  return input?.event === undefined ? '' : `event ${input.event}: `;
}

const startOf = ({ events }: History) => events?.[0]?.workflowExecutionStartedEventAttributes;

/** Returns the last SEND or WAIT of the steps, which says where a problem is. */
function afterStep(steps: Step[]): string {
  const last = steps.filter(isNamed).at(-1);
  return last ? ` (after ${describeStep(last)})` : '';
}

const isNamed = (step: Step): boolean => step.name !== null && (step.kind === 'timer' || isSend(step));

/** Meanings of activities that are not named like a call of a sequence. */
const MEANINGS: Record<string, string> = {
  noteWaiting: 'a WAIT of over 5 seconds begins',
  close: 'the end',
};

function describeStep(step: Step): string {
  const { kind, type, name } = step;
  if (kind === 'timer') return name === null ? 'a timer' : `WAIT ${name}`;
  if (kind === 'patch') return `the patch '${type}'`;
  if (kind === 'end') return `its end (${type})`;
  if (isSend(step)) return `SEND ${name ?? `('${type}')`}`;
  const meaning = MEANINGS[type] ?? name;
  return `'${type}'${meaning === null ? '' : ` (${meaning})`}`;
}

function asks(step: Step | undefined): string {
  if (!step) return 'asks for nothing';
  return step.kind === 'end' ? `ends (${step.type})` : `asks for ${describeStep(step)}`;
}

/** Temporal quotes its messages as Rust does. */
const unescaped = (text: string): string =>
  text.replace(/\\(?:u\{([0-9a-f]+)\}|(.))/g, (_all, code?: string, plain?: string) =>
    code === undefined ? (ESCAPED[plain ?? ''] ?? plain ?? '') : String.fromCodePoint(parseInt(code, 16)),
  );
const ESCAPED: Record<string, string> = { n: '\n', r: '\r', t: '\t', 0: '\0' };
