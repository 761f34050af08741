import type { StepKind } from '../../../../../core/sequences/steps';
import type { NotificationStep } from '../../../api/types';
import type { Face } from '../steps/faces';
import { KINDS, STEP_KINDS } from '../steps/step-kinds';
import { isMap, type Path } from './read';
import { channelsOf } from './sets';
import { listWords, written } from './words';

/** A step of a sequence in plain words. */
export interface FlowStep {
  kind: StepKind | 'code' | 'unknown';
  title: string;
  notes: string[];
  /** Its place in the file. */
  path: Path;
  /** The step as the file has it. */
  given: unknown;
  /** The steps of a condition, each list with the words before it and its place in the file. */
  branches: { title: string; steps: FlowStep[]; path: Path }[];
  /** What its node shows of its message. */
  face?: Face;
  /** What became of it in a notification. Absent: it is a step of an event. */
  run?: NotificationStep;
}

/** Returns the steps of an event in plain words, in their order. */
export function flowOf(file: Record<string, unknown>): FlowStep[] {
  const { sequence } = file;
  const channels = channelsOf(file);
  const whole = { notes: [], branches: [], path: ['sequence'], given: undefined };
  if (sequence === undefined) {
    const words = STEP_KINDS.send.words(null, { name: 'send', channels });
    return [{ ...whole, kind: 'send', ...words, path: ['sequence', 0], given: { send: null } }];
  }
  if (Array.isArray(sequence)) return new Flow(channels).steps(sequence, ['sequence']);
  if (isMap(sequence) && 'code' in sequence) {
    const sends = isMap(file.step_templates) ? Object.keys(file.step_templates) : [];
    const notes = sends.length > 0 ? [`It has its own templates for ${listWords(sends, 'and')}.`] : [];
    return [
      { ...whole, kind: 'code', title: `Run the sequence ${written(sequence.code)}, which is code`, notes },
    ];
  }
  return [{ ...whole, kind: 'unknown', title: 'The sequence cannot be read. See the source' }];
}

class Flow {
  private sends = 0;

  constructor(private readonly channels: readonly string[]) {}

  steps = (list: unknown, path: Path): FlowStep[] =>
    Array.isArray(list) ? list.map((given: unknown, index) => this.step(given, [...path, index])) : [];

  private step(given: unknown, path: Path): FlowStep {
    const kind = isMap(given) ? KINDS.find((one) => one in given) : undefined;
    const at = { path, given, notes: [], branches: [] };
    if (!isMap(given) || kind === undefined)
      return { ...at, kind: 'unknown', title: 'A step that cannot be read' };
    if (kind === 'send') this.sends += 1;
    const words = STEP_KINDS[kind].words(given[kind], {
      name: `send-${this.sends}`,
      channels: this.channels,
    });
    return { ...at, kind, ...words, branches: kind === 'if' ? this.branches(given, path) : [] };
  }

  private branches(given: Record<string, unknown>, path: Path): FlowStep['branches'] {
    return [['Then', 'then'] as const, ['Otherwise', 'else'] as const].map(([title, key]) => ({
      title,
      path: [...path, key],
      steps: this.steps(given[key], [...path, key]),
    }));
  }
}
