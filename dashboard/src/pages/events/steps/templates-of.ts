import type { Channel } from '../../../api/channels';
import { fieldsOf } from '../editor/fields';
import type { FlowStep } from '../file/flow';
import { isMap, type Path, valueAt } from '../file/read';
import { channelsOf, sendsOf, setsOf, type TemplateSet } from '../file/sets';

/** The templates that a SEND uses on one channel. */
export interface ChannelTemplates {
  channel: Channel;
  /** Null: there is none. */
  set: TemplateSet | null;
  languages: readonly string[];
}

/** Returns the templates of a SEND, by the channels that it may use, in their order. */
export function templatesOf({ given, path }: FlowStep, file: Record<string, unknown>): ChannelTemplates[] {
  const asked = isMap(given) ? given.send : undefined;
  const send = isMap(asked) ? asked : typeof asked === 'string' ? { channel: asked } : {};
  const name = sendsOf(file.sequence).find((one) => one.path.join() === path.join())?.name ?? 'send';
  const sets = setsOf(file);
  const [own, common] = [sets.find(({ step }) => step === name), sets.find(({ step }) => step === '')];
  const { to } = isMap(send.fallback) ? send.fallback : {};
  const next = Array.isArray(to) ? to.map(String) : channelsOf(file);
  const channels =
    typeof send.channel !== 'string' ? channelsOf(file) : [send.channel, ...(send.fallback ? next : [])];
  return [...new Set(channels as Channel[])].map((channel) => {
    const set = [own, common].find((one) => one?.channels[channel]) ?? null;
    return { channel, set, languages: set?.channels[channel] ?? [] };
  });
}

/** Returns the place of a template in the file. */
export const pathOfTemplate = ({ path }: TemplateSet, channel: string, language: string): Path => [
  ...path,
  channel,
  language,
];

/** Returns what a message says first: its subject, or the first line of its text. */
export function firstLine(
  { channel, set, languages }: ChannelTemplates,
  file: Record<string, unknown>,
): string | undefined {
  const language = languages.find((one) => one === file.language) ?? languages[0];
  if (!set || language === undefined) return undefined;
  const template = valueAt(file, pathOfTemplate(set, channel, language));
  const text = fieldsOf(channel, template).find((field) => field.text.trim() !== '')?.text;
  return text?.trim().split('\n')[0];
}
