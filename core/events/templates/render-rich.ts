import type { Channel } from '../../shared/channels';
import type { Template } from '../definition';
import type { RichContent } from '../../sending/rich-content';
import type { EscapingMode } from './escaping';
import type { Fill } from './fill';
import { TemplateError } from './template-error';

/** What a template shows beside subject, HTML and text. */
export function renderRich(channel: Channel, template: Template, fill: Fill): RichContent {
  switch (channel) {
    case 'email':
      return present({ attachments: template.attachments?.map((one) => strings(one, 'attachments', fill)) });
    case 'slack':
      return present({ blocks: template.blocks && structure(template.blocks, 'blocks', fill, slackMode) });
    case 'discord':
      return present({ embeds: template.embeds && structure(template.embeds, 'embeds', fill, discordMode) });
    case 'telegram':
      return template.format === undefined
        ? {}
        : { parseMode: template.format === 'html' ? 'HTML' : 'MarkdownV2' };
    case 'push': {
      const { title, image, link, badge, data } = template;
      const part = (name: string, source: string | undefined) =>
        source === undefined ? undefined : fill(name, source, 'text').trim() || undefined;
      return present({
        title: part('title', title),
        image: part('image', image),
        link: part('link', link),
        badge: badgeOf(part('badge', badge)),
        data: data && strings(data, 'data', fill),
      });
    }
    case 'whatsapp': {
      if (!template.template) return {};
      const { name, language, parameters = [] } = template.template;
      const values = parameters.map((one, index) => parameterOf(`parameters[${index}]`, one, fill));
      return { whatsappTemplate: { name, language, parameters: values } };
    }
    case 'sms':
      return {};
  }
}

/**
 * Returns a parameter in one line. Meta refuses line breaks, tabs, more than four spaces in a row and empty text.
 */
function parameterOf(place: string, source: string, fill: Fill): string {
  const value = fill(place, source, 'text').replace(/\s+/g, ' ').trim();
  if (value === '') throw new TemplateError(`whatsapp ${place}: is empty, which WhatsApp refuses`);
  return value;
}

function badgeOf(shown: string | undefined): number | undefined {
  if (shown === undefined) return undefined;
  const badge = Number(shown);
  if (!Number.isInteger(badge) || badge < 0) throw new TemplateError('push badge: is not a number from 0 on');
  return badge;
}

/** A flat map of templates. */
function strings<T extends object>(map: T, place: string, fill: Fill): T {
  const filled = Object.entries(map).map(([key, source]) => [
    key,
    fill(`${place}.${key}`, source as string, 'text'),
  ]);
  return Object.fromEntries(filled) as T;
}

/** Lists and maps whose strings are templates; the key that a string stands under says how it is escaped. */
function structure<T>(
  value: T,
  place: string,
  fill: Fill,
  modeOf: (key: string) => EscapingMode,
  key = '',
): T {
  if (typeof value === 'string') return fill(place, value, modeOf(key)) as T;
  if (Array.isArray(value)) {
    return value.map((item, index) => structure<unknown>(item, `${place}[${index}]`, fill, modeOf, key)) as T;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => [
    name,
    structure<unknown>(item, `${place}.${name}`, fill, modeOf, name),
  ]);
  return Object.fromEntries(entries) as T;
}

/** Slack reads its entities in the text of text objects; addresses, values and ids are taken as they are. */
const slackMode = (key: string): EscapingMode => (key === 'text' ? 'slack' : 'text');

/** Discord reads Markdown in these parts of an embed. */
const DISCORD_TEXT = new Set(['title', 'description', 'value']);
const discordMode = (key: string): EscapingMode => (DISCORD_TEXT.has(key) ? 'discord' : 'text');

function present<T extends object>(content: T): T {
  return Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined)) as T;
}
