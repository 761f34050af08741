import { isMap, type Path } from './read';
import { channelsOf } from './sets';
import { conditionWords, durationWords, listWords, timeWords, written } from './words';

/** A step of a sequence in plain words. */
export interface FlowStep {
  kind: 'send' | 'wait' | 'digest' | 'if' | 'end' | 'code' | 'unknown';
  title: string;
  notes: string[];
  /** Its place in the file. */
  path: Path;
  /** The step as the file has it. */
  given: unknown;
  /** The steps of a condition, each list with the words before it and its place in the file. */
  branches: { title: string; steps: FlowStep[]; path: Path }[];
}

type Words = Omit<FlowStep, 'path' | 'given'>;

/** Returns the steps of an event in plain words, in their order. */
export function flowOf(file: Record<string, unknown>): FlowStep[] {
  const { sequence } = file;
  const channels = channelsOf(file);
  if (sequence === undefined)
    return [{ ...sendStep(null, 'send', channels), path: ['sequence', 0], given: { send: null } }];
  if (Array.isArray(sequence)) return new Flow(channels).steps(sequence, ['sequence']);
  if (isMap(sequence) && 'code' in sequence) {
    const sends = isMap(file.step_templates) ? Object.keys(file.step_templates) : [];
    const notes = sends.length > 0 ? [`It has templates of its own for ${listWords(sends, 'and')}.`] : [];
    return [whole(step('code', `Run the sequence ${written(sequence.code)}, which is code`, notes))];
  }
  return [whole(step('unknown', 'The sequence cannot be read. The source says more'))];
}

const step = (kind: FlowStep['kind'], title: string, notes: string[] = []): Words => ({
  kind,
  title,
  notes,
  branches: [],
});

const whole = (words: Words): FlowStep => ({ ...words, path: ['sequence'], given: undefined });

class Flow {
  private sends = 0;

  constructor(private readonly channels: readonly string[]) {}

  steps = (list: unknown, path: Path): FlowStep[] =>
    Array.isArray(list)
      ? list.map((given: unknown, index) => {
          const at = [...path, index];
          return { ...this.step(given, at), path: at, given };
        })
      : [];

  private step(given: unknown, path: Path): Words {
    if (!isMap(given)) return step('unknown', 'A step that cannot be read');
    if ('send' in given) {
      this.sends += 1;
      return sendStep(given.send, `send-${this.sends}`, this.channels);
    }
    if ('wait' in given)
      return step(
        'wait',
        isMap(given.wait) ? `Wait until ${timeWords(given.wait)}` : `Wait ${durationWords(given.wait)}`,
      );
    if ('digest' in given) {
      const length = isMap(given.digest)
        ? `until ${timeWords(given.digest)}`
        : `for ${durationWords(given.digest)}`;
      return step('digest', `Gather what is sent to the same recipient ${length}`, [
        'It becomes one message.',
      ]);
    }
    if ('if' in given) return this.condition(given, path);
    if ('end' in given) return step('end', 'End the notification');
    return step('unknown', 'A step that cannot be read');
  }

  private condition({ if: condition, then, else: otherwise }: Record<string, unknown>, path: Path): Words {
    const branch = (title: string, key: string, list: unknown) => ({
      ...{ title, path: [...path, key] },
      steps: this.steps(list, [...path, key]),
    });
    const branches = [branch('Then', 'then', then), branch('Otherwise', 'else', otherwise)];
    return { ...step('if', `If ${conditionWords(condition)}`), branches };
  }
}

function sendStep(given: unknown, number: string, channels: readonly string[]): Words {
  const send = isMap(given) ? given : { channel: given ?? undefined };
  const name = 'name' in send ? written(send.name) : number;
  const notes: string[] = [`Its name is ${name}.`];
  if ('templates' in send && isMap(send.templates))
    notes.push(`It has templates of its own for ${listWords(Object.keys(send.templates), 'and')}.`);
  if ('fallback' in send && isMap(send.fallback)) notes.push(fallbackWords(send.fallback, channels));
  const title =
    send.channel === undefined
      ? `Send by the first channel that reaches the recipient: ${listWords(channels, 'or')}`
      : `Send by ${written(send.channel)}`;
  return step('send', title, notes);
}

function fallbackWords(fallback: Record<string, unknown>, channels: readonly string[]): string {
  const { to, unless_delivered_within: within } = fallback;
  const next = Array.isArray(to) ? to.map(String) : channels;
  const late =
    within === undefined ? '' : ` or no receipt confirms the delivery within ${durationWords(within)}`;
  const order = next.length > 1 ? ', one after the other' : '';
  return `If it fails${late}, it goes on over ${listWords(next, 'and')}${order}.`;
}
