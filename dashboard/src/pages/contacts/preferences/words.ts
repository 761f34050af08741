import { labelOf } from '../../../api/channels';
import type { PreferenceChange, Preferences } from './queries';

type Entry = Preferences['entries'][number];
type Effective = Preferences['effective'][number];

/** Says who chose. */
export const BY: Readonly<Record<Entry['by'], string>> = {
  api: 'over the API',
  page: 'on the preference page',
  one_click: 'with one click in a mail',
  provider: 'at the provider',
  operator: 'by an operator',
  import: 'imported from another service',
};

/** Says why a channel of a category is on or off, for a contact who has not chosen just that. */
export const WHY: Readonly<Record<Effective['rule'], string>> = {
  required: 'required',
  category_and_channel: 'chosen',
  category: 'by the category',
  channel: 'by the channel',
  default: 'by default',
  none: 'by default',
};

export const onOff = (on: boolean): string => (on ? 'on' : 'off');

/** Says what a choice is about, such as "Offers over E-mail". */
export function aboutText(
  { category, channel }: Pick<Entry, 'category' | 'channel'>,
  titles: ReadonlyMap<string, string>,
): string {
  const what = category === null ? undefined : (titles.get(category) ?? category);
  if (channel === null) return what ?? '';
  return what === undefined ? labelOf(channel) : `${what} over ${labelOf(channel)}`;
}

/** Says what became of a choice, such as "off, was on". */
export function changeText({ was, on }: PreferenceChange['changes'][number]): string {
  const now = on === null ? 'no choice' : onOff(on);
  return was === null ? now : `${now}, was ${onOff(was)}`;
}
