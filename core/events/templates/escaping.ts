/**
 * How inserted values are escaped, by their place:
 * - `html`: HTML.
 * - `text`: not at all (subjects, plain text, addresses).
 * - `address`: as a part of a URL (RFC 3986 section 2.1).
 * - `slack`: Slack's text (https://docs.slack.dev/messaging/formatting-message-text, "Escaping text").
 * - `telegramHtml`, `telegramMarkdown`: Telegram's parse modes HTML and MarkdownV2
 *   (https://core.telegram.org/bots/api#formatting-options).
 * - `discord`: Discord's Markdown (https://support.discord.com, "Markdown Text 101").
 */
export type EscapingMode =
  'html' | 'text' | 'address' | 'slack' | 'telegramHtml' | 'telegramMarkdown' | 'discord';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const entity = (character: string): string => ENTITIES[character] ?? character;

/** Those of `html` and `text` are Handlebars' own. */
export const ESCAPES: Record<Exclude<EscapingMode, 'html' | 'text'>, (text: string) => string> = {
  address: (text) => encodeURIComponent(text.toWellFormed()),
  slack: (text) => text.replace(/[&<>]/g, entity),
  telegramHtml: (text) => text.replace(/[&<>"]/g, entity),
  telegramMarkdown: (text) => text.replace(/[_*[\]()~`>#+\-=|{}.!\\]/g, '\\$&'),
  // A zero-width space after @ keeps @everyone and @here from being read as mentions.
  discord: (text) => text.replace(/[\\*_~`|>#[\]()]/g, '\\$&').replace(/@(?=everyone|here)/g, '@\u200b'),
};
