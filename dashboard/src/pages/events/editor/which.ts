import { useState } from 'react';
import type { Channel } from '../../../api/types';
import type { TemplateSet } from '../file/sets';
import type { EventSearch } from '../search';

/** One template of an event. */
export interface Which {
  set: TemplateSet;
  channel: Channel;
  language: string;
}

/** Returns the chosen template, and how to choose another. What the file does not have becomes what it has first. */
export function useWhich(sets: readonly TemplateSet[], search: EventSearch) {
  const [chosen, choose] = useState<Omit<EventSearch, 'view'>>(search);
  const set = sets.find(({ step }) => step === (chosen.step ?? '')) ?? sets[0];
  const channels = Object.keys(set?.channels ?? {}) as Channel[];
  const channel = channels.find((one) => one === chosen.channel) ?? channels[0];
  const languages = (channel && set?.channels[channel]) ?? [];
  const language = languages.find((one) => one === chosen.language) ?? languages[0];
  const which: Which | null =
    set && channel !== undefined && language !== undefined ? { set, channel, language } : null;
  const change = (next: Omit<EventSearch, 'view'>): void =>
    choose({ step: set?.step, channel, language, ...next });
  return { which, change };
}

/** Changes which template is shown. */
export type Choose = ReturnType<typeof useWhich>['change'];
