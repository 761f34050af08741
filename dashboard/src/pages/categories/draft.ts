import { type Channel, CHANNELS } from '../../api/channels';
import type { Category, CategoryRequest } from './queries';

/** What a category is called in one language, as the fields of a form have it. */
export interface LabelDraft {
  language: string;
  name: string;
  description: string;
}

/** A category as the fields of a form have it. */
export interface Draft {
  name: string;
  labels: LabelDraft[];
  /** Channels on which it is on for contacts who have not chosen. */
  on: Channel[];
  required: boolean;
  bulk: boolean;
  position: number | string;
}

export const EMPTY_LABEL: LabelDraft = { language: '', name: '', description: '' };

/** Returns a category as a form begins with it. */
export function draftOf(category: Category | null): Draft {
  const on = category?.default ?? true;
  const labels = Object.entries(category?.labels ?? { en: { name: '' } });
  return {
    name: category?.name ?? '',
    labels: labels.map(([language, { name, description = '' }]) => ({ language, name, description })),
    on: CHANNELS.filter((channel) => (typeof on === 'boolean' ? on : (on[channel] ?? true))),
    required: category?.required ?? false,
    bulk: category?.bulk ?? false,
    position: category?.position ?? 100,
  };
}

/** Returns the category that a form means. The API says what is wrong in it. */
export function categoryIn({ labels, on, required, bulk, position }: Draft): CategoryRequest {
  const named = labels.map(({ language, name, description }) => [
    language.trim(),
    { name: name.trim(), ...(description.trim() !== '' && { description: description.trim() }) },
  ]);
  const off = CHANNELS.filter((channel) => !on.includes(channel));
  return {
    labels: Object.fromEntries(named) as CategoryRequest['labels'],
    default:
      off.length === 0 || off.length === CHANNELS.length
        ? off.length === 0
        : Object.fromEntries(off.map((channel) => [channel, false])),
    ...{ required, bulk },
    position: typeof position === 'number' ? position : Number(position),
  };
}
