import { type Channel, CHANNELS } from '../../../api/channels';
import { isMap, type Path } from './read';

/** The templates of an event, or those that a step brings. */
export interface TemplateSet {
  /** Name of the step. '': the event's own templates. */
  step: string;
  path: Path;
  /** Languages by channel, in the order of the file. */
  channels: Partial<Record<Channel, string[]>>;
}

const isChannel = (name: string): name is Channel => (CHANNELS as readonly string[]).includes(name);

/** Returns the template sets of a file: the event's, then those of its steps. */
export function setsOf(file: Record<string, unknown>): TemplateSet[] {
  const found: TemplateSet[] = [];
  const add = (step: string, templates: unknown, path: Path): void => {
    if (!isMap(templates)) return;
    const channels = Object.entries(templates).flatMap(([channel, variants]) =>
      isChannel(channel) && isMap(variants) ? [[channel, Object.keys(variants)] as const] : [],
    );
    if (channels.length > 0) found.push({ step, path, channels: Object.fromEntries(channels) });
  };
  add('', file.templates, ['templates']);
  for (const { name, send, path } of sendsOf(file.sequence))
    if (isMap(send)) add(name, send.templates, [...path, 'send', 'templates']);
  if (isMap(file.step_templates))
    for (const [step, templates] of Object.entries(file.step_templates))
      add(step, templates, ['step_templates', step]);
  return found;
}

interface PlacedSend {
  name: string;
  send: unknown;
  path: Path;
}

/** Returns the SENDs of a sequence with their names, those of branches too, in the order of the file. */
export function sendsOf(sequence: unknown): PlacedSend[] {
  const sends: PlacedSend[] = [];
  const walk = (steps: unknown, path: Path): void => {
    if (!Array.isArray(steps)) return;
    steps.forEach((step: unknown, index) => {
      if (!isMap(step)) return;
      const at = [...path, index];
      if ('send' in step) {
        const own = isMap(step.send) ? step.send.name : undefined;
        const name = typeof own === 'string' ? own : `send-${sends.length + 1}`;
        sends.push({ name, send: step.send, path: at });
      }
      walk(step.then, [...at, 'then']);
      walk(step.else, [...at, 'else']);
    });
  };
  walk(sequence, ['sequence']);
  return sends;
}

/** Returns the routing order of an event. Without `channels` it is the order of the templates. */
export function channelsOf(file: Record<string, unknown>): string[] {
  if (Array.isArray(file.channels)) return [...new Set(file.channels.map(String))];
  return [...new Set(setsOf(file).flatMap(({ channels }) => Object.keys(channels)))];
}

/** The languages that a channel of a set has, and those that it lacks. */
export interface ChannelLanguages {
  step: string;
  channel: string;
  languages: string[];
  missing: string[];
}

/** Returns which channel lacks which language that another one has. A language without a region is one for its regions. */
export function languagesOf(file: Record<string, unknown>): ChannelLanguages[] {
  const rows = setsOf(file).flatMap(({ step, channels }) =>
    Object.entries(channels).map(([channel, languages]) => ({ step, channel, languages })),
  );
  const all = [...new Set(rows.flatMap(({ languages }) => languages))];
  return rows.map((row) => ({
    ...row,
    missing: all.filter(
      (language) => !row.languages.includes(language) && !row.languages.includes(language.slice(0, 2)),
    ),
  }));
}
