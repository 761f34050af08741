import { DeterminismViolationError } from '@temporalio/workflow';
import type { temporal } from '@temporalio/proto';
import {
  type Command,
  type PastStep,
  type Step,
  parting,
  stepsAsked,
  stepsOfHistory,
  valueOf,
} from './steps';

type History = temporal.api.history.v1.IHistory;

const ADVICE = "Put the change behind 'patched' (docs/guides/changing-sequences.md).";
const KEEP =
  "Keep its 'patched', or 'deprecatePatch', as long as such runs are open (docs/guides/changing-sequences.md).";
const WAITS =
  'Such a run stays where it is until a worker with better code comes (docs/guides/changing-sequences.md).';

/** The workflow type that a history began with. */
export const workflowTypeOf = (history: History): string =>
  startOf(history)?.workflowType?.name ?? 'unknown type';

/** Why a history cannot go on with the code as it is; `activations` has the commands that the code gave. */
export function whyItBreaks(error: Error, history: History, activations: Command[][]): string {
  const told = /message: "((?:[^"\\]|\\.)*)"/.exec(error.message)?.[1] ?? error.message;
  const reason = unescaped(told)
    .replace(/^\[\w+\] |Nondeterminism error: /g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const asked = stepsAsked(activations);
  const who = whoRuns(history);
  const past = stepsOfHistory(history.events ?? []);
  const parts = parting(past, asked);
  const step = parts && past[parts.at];
  const isFault = !(error instanceof DeterminismViolationError);
  // A SEND that was renamed or moved is a fault that our own code finds.
  if (isFault && !parts?.asked) return `${who}the code fails${behind(asked)}: ${reason}. ${WAITS}`;
  if (!step) return `${who}${reason}. ${ADVICE}`;
  return who + wherePart(past, parts);
}

/**
 * The SEND that is not the one of the history although the history replays: Temporal does not compare their names, and what
 * older workers have answered does not say them (workflows/engine/delivery.ts). Null where there is none.
 */
export function renamedSend(history: History, activations: Command[][]): string | null {
  const past = stepsOfHistory(history.events ?? []);
  const parts = parting(past, stepsAsked(activations));
  const isSend = (step: Step | null | undefined): boolean => step?.type === 'deliver';
  if (!parts || !isSend(past[parts.at]) || !isSend(parts.asked)) return null;
  return whoRuns(history) + wherePart(past, parts);
}

function wherePart(past: PastStep[], { at, asked }: { at: number; asked: Step | undefined }): string {
  const step = past[at];
  if (!step) return ADVICE;
  const where = `at event ${step.eventId}${behind(past.slice(0, at))}`;
  const advice = step.kind === 'patch' ? KEEP : ADVICE;
  return `${where} the history goes on with ${wordsOf(step)}, the code ${asks(asked)}. ${advice}`;
}

/** The sequence or the event, and nothing for workflows that are no notifications. */
function whoRuns(history: History): string {
  const input = valueOf(startOf(history)?.input?.payloads?.[0]) as { code?: string; event?: string } | null;
  if (input?.code !== undefined) return `${input.code}: `;
  return input?.event === undefined ? '' : `event ${input.event}: `;
}

const startOf = ({ events }: History) => events?.[0]?.workflowExecutionStartedEventAttributes;

/** Where that is, by the last SEND or WAIT before it. */
function behind(steps: Step[]): string {
  const last = steps.filter(isNamed).at(-1);
  return last ? ` (behind ${wordsOf(last)})` : '';
}

const isNamed = ({ kind, type, name }: Step): boolean =>
  name !== null && (kind === 'timer' || type === 'deliver');

/** Of activities that no call of a sequence is named for. */
const MEANINGS: Record<string, string> = {
  noteWaiting: 'a WAIT of over 5 seconds begins',
  close: 'the end',
};

function wordsOf({ kind, type, name }: Step): string {
  if (kind === 'timer') return name === null ? 'a timer' : `WAIT ${name}`;
  if (kind === 'patch') return `the patch '${type}'`;
  if (kind === 'end') return `its end (${type})`;
  if (type === 'deliver') return `SEND ${name ?? "('deliver')"}`;
  const meaning = MEANINGS[type] ?? name;
  return `'${type}'${meaning === null ? '' : ` (${meaning})`}`;
}

function asks(step: Step | undefined): string {
  if (!step) return 'asks for nothing there';
  return step.kind === 'end' ? `ends (${step.type})` : `asks for ${wordsOf(step)}`;
}

/** Temporal quotes its words as Rust does. */
const unescaped = (text: string): string =>
  text.replace(/\\(?:u\{([0-9a-f]+)\}|(.))/g, (_all, code?: string, plain?: string) =>
    code === undefined ? (ESCAPED[plain ?? ''] ?? plain ?? '') : String.fromCodePoint(parseInt(code, 16)),
  );
const ESCAPED: Record<string, string> = { n: '\n', r: '\r', t: '\t', 0: '\0' };
