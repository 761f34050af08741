import { CircleStop, Clock, GitBranch, Layers, type LucideIcon, Send } from 'lucide-react';
import type { ComponentType } from 'react';
import type { StepKind } from '../../../../../core/sequences/steps';
import { isMap } from '../file/read';
import { conditionWords, durationWords, listWords, timeWords, written } from '../file/words';
import { ConditionInput } from './condition-input';
import { SendInput } from './send-input';
import { DigestInput } from './digest-input';
import { TimeInput } from './time-input';

/** A kind of step: how it is shown, added and edited. */
interface StepKindRow {
  /** Title of its panel, and its name in the menu that adds it. */
  name: string;
  about: string;
  icon: LucideIcon;
  /** The step as it begins. */
  first: Record<string, unknown>;
  /** The value of its key in plain words. `name` is the step's name if the value has none. */
  words: (
    value: unknown,
    event: { name: string; channels: readonly string[] },
  ) => { title: string; notes?: string[] };
  /** Edits the value of its key. Absent: there is nothing to edit. */
  Input?: ComponentType<{
    value: unknown;
    /** Names of the SENDs of the event. */
    sends: readonly string[];
    onChange: (value: unknown) => void;
  }>;
}

/** The kinds in the order of the menu, by their key in event files. */
export const STEP_KINDS: Record<StepKind, StepKindRow> = {
  send: {
    name: 'Send',
    about: 'a message',
    icon: Send,
    first: { send: null },
    words: sendWords,
    Input: SendInput,
  },
  wait: {
    name: 'Wait',
    about: 'for a time',
    icon: Clock,
    first: { wait: '1d' },
    words: (value) => ({
      title: `Wait ${isMap(value) ? `until ${timeWords(value)}` : durationWords(value)}`,
    }),
    Input: TimeInput,
  },
  if: {
    name: 'Condition',
    about: 'two branches',
    icon: GitBranch,
    first: { if: { value: 'payload.plan', is: 'pro' }, then: [{ send: null }] },
    words: (value) => ({ title: `If ${conditionWords(value)}` }),
    Input: ConditionInput,
  },
  digest: {
    name: 'Digest',
    about: 'many sends into one',
    icon: Layers,
    first: { digest: '30m' },
    words: (value) => ({
      title: `Collect the sends to the same recipient ${windowWords(value)}`,
      notes: [
        isMap(value) && value['key'] !== undefined
          ? `They become one message for each ${written(value['key'])}.`
          : 'It becomes one message.',
      ],
    }),
    Input: DigestInput,
  },
  end: {
    name: 'End',
    about: 'of the notification',
    icon: CircleStop,
    first: { end: true },
    words: () => ({ title: 'End the notification' }),
  },
};

export const KINDS = Object.keys(STEP_KINDS) as StepKind[];

function sendWords(given: unknown, event: { name: string; channels: readonly string[] }) {
  const send = isMap(given) ? given : { channel: given ?? undefined };
  const notes: string[] = [`Its name is ${'name' in send ? written(send.name) : event.name}.`];
  if ('templates' in send && isMap(send.templates))
    notes.push(`It has its own templates for ${listWords(Object.keys(send.templates), 'and')}.`);
  if ('fallback' in send && isMap(send.fallback)) notes.push(fallbackWords(send.fallback, event.channels));
  const title =
    send.channel === undefined
      ? `Send by the first channel that reaches the recipient: ${listWords(event.channels, 'or')}`
      : `Send by ${written(send.channel)}`;
  return { title, notes };
}

function fallbackWords(fallback: Record<string, unknown>, channels: readonly string[]): string {
  const { to, unless_delivered_within: within } = fallback;
  const next = Array.isArray(to) ? to.map(String) : channels;
  const late =
    within === undefined ? '' : ` or no receipt confirms the delivery within ${durationWords(within)}`;
  const order = next.length > 1 ? ', one after the other' : '';
  return `If it fails${late}, it falls back to ${listWords(next, 'and')}${order}.`;
}

/** Returns the window of a digest in words. */
function windowWords(value: unknown): string {
  if (!isMap(value)) return `for ${durationWords(value)}`;
  return value['for'] === undefined ? `until ${timeWords(value)}` : `for ${durationWords(value['for'])}`;
}
