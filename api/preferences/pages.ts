import { CHANNEL_ROWS } from '../../channels/table';
import { directionOf } from '../../core/events/translations/direction';
import { labelOf } from '../../core/preferences/category';
import { isRequired } from '../../core/preferences/choices';
import { decide } from '../../core/preferences/decide';
import { fillIn } from '../../core/preferences/texts';
import type { Texts } from '../../core/preferences/texts/en';
import type { Channel } from '../../core/shared/channels';
import { escapeHtml } from '../../core/shared/escape-html';
import { isolated } from '../../core/shared/isolated';
import type { Link } from './open-link';
import { cellName } from './read-form';
import type { Page } from './shell';

/** What pages are made of. */
export interface PageOf {
  token: string;
  link: Link;
  texts: Texts;
  /** Languages of the contact's labels, the best first. */
  languages: readonly (string | null | undefined)[];
  /** Name of the sender. */
  name: string;
}

const text = (tag: string, words: string, more = ''): string =>
  `<${tag}${more}>${escapeHtml(words)}</${tag}>`;
const button = (action: string, words: string, more = ''): string =>
  text('button', words, ` type="submit" name="action" value="${action}"${more}`);
const form = (html: string): string => `<form method="post">${html}</form>`;

const channelName = (channel: Channel, texts: Texts): string =>
  channel === 'email' || channel === 'push' ? texts[channel] : CHANNEL_ROWS[channel].label;

/** Asks whether to unsubscribe: a link that a scanner follows changes nothing. */
export function askPage(of: PageOf): Page {
  const { texts, link } = of;
  if (isRequired(link.facts, link.categories)) return requiredPage(of);
  return {
    status: 200,
    title: about(texts.question, of),
    html:
      form(`<div class="actions">${button('unsubscribe', texts.stop, ' class="main"')}</div>`) + allLink(of),
  };
}

/** Says that the contact is unsubscribed, or with `on` subscribed again. */
export function donePage(of: PageOf, on: boolean): Page {
  const { texts, link } = of;
  if (isRequired(link.facts, link.categories)) return requiredPage(of);
  const again = on ? button('unsubscribe', texts.stop) : button('subscribe', texts.again);
  return {
    status: 200,
    title: about(on ? texts.resumed : texts.stopped, of),
    html: form(`<div class="actions">${again}</div>`) + allLink(of),
  };
}

const requiredPage = (of: PageOf): Page => ({
  ...{ status: 200, title: about(of.texts.required, of), html: allLink(of) },
});

/** Shows all switches. `done`: what was just done. */
export function preferencesPage(of: PageOf, done?: string): Page {
  const { texts, link, languages, name } = of;
  const { categories } = link;
  const groups = categories.map((category) => {
    const label = labelOf(category, languages);
    const more = label.language === languages[0] ? '' : ` lang="${escapeHtml(label.language)}" dir="auto"`;
    const why = label.description === undefined ? '' : text('p', label.description, ` class="quiet"${more}`);
    const fixed = category.required ? text('p', texts.always) : switches(of, category.name);
    return `<fieldset>${text('legend', label.name, more)}${why}${fixed}</fieldset>`;
  });
  const hasGroups = categories.length > 0;
  const others = `<fieldset>${text('legend', hasGroups ? texts.other : capital(texts.anything))}${
    hasGroups ? text('p', texts.otherWhy, ' class="quiet"') : ''
  }${switches(of, null)}</fieldset>`;
  const actions = `${button('save', texts.save, ' class="main"')}${button('none', texts.none)}`;
  return {
    status: 200,
    title: texts.preferences,
    html: [
      done === undefined ? '' : text('p', done, ' class="done" role="status"'),
      text('p', fillIn(texts.intro, { name: apart(name, of) })),
      form(`${groups.join('')}${others}<div class="actions">${actions}</div>`),
    ].join('\n'),
  };
}

function switches(
  { texts, link: { channels, categories, contact } }: PageOf,
  category: string | null,
): string {
  const cells = channels.map((channel) => {
    const { on } = decide({ category, channel, categories, rows: contact.preferences });
    const name = escapeHtml(cellName({ category, channel }));
    const box = `<input type="checkbox" name="on" value="${name}"${on ? ' checked' : ''}>`;
    const shown = `<input type="hidden" name="shown" value="${name}=${on ? 1 : 0}">`;
    return `<label>${box}${escapeHtml(channelName(channel, texts))}</label>${shown}`;
  });
  return `<div class="switches">${cells.join('')}</div>`;
}

/** Fills a text with what a link is about. */
function about(words: string, of: PageOf): string {
  const { facts, categories } = of.link;
  const { texts, languages } = of;
  const category = categories.find(({ name }) => name === facts.category);
  const what =
    facts.category === null
      ? texts.anything
      : `“${apart(category ? labelOf(category, languages).name : facts.category, of)}”`;
  return fillIn(words, { what, channel: channelName(facts.channel, texts) });
}

/** Returns a name with a direction that changes nothing around it. */
const apart = (name: string, { languages: [language] }: PageOf): string =>
  isolated(name, directionOf(language ?? 'en') === 'rtl');

const capital = (words: string): string => words.charAt(0).toLocaleUpperCase() + words.slice(1);

/** The path is relative, because a proxy may have put the service below a folder. */
const allLink = ({ texts, token }: PageOf): string =>
  `<p><a href="../${escapeHtml(token)}">${escapeHtml(texts.all)}</a></p>`;

/** What a link that leads nowhere shows: nothing of anyone (PREFERENCE-39). */
export const missingPage = (texts: Texts): Page => ({
  ...{ status: 404, title: texts.missing, html: text('p', texts.missingWhy) },
});
