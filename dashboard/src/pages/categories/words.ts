import { CHANNELS, labelOf } from '../../api/channels';
import type { Category } from './queries';

/** Returns what operators read of a category: its English name, else its first. */
export function titleOf({ name, labels }: Pick<Category, 'name' | 'labels'>): string {
  return (labels.en ?? Object.values(labels)[0])?.name ?? name;
}

/** Says for whom a category is on who has not chosen. */
export function defaultText({ default: on, required }: Pick<Category, 'default' | 'required'>): string {
  if (required) return 'always on';
  if (typeof on === 'boolean') return on ? 'on' : 'off';
  const off = CHANNELS.filter((channel) => on[channel] === false).map(labelOf);
  return off.length === 0 ? 'on' : `on, but off over ${off.join(', ')}`;
}
