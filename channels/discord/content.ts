import { closed } from '../../core/events/file/closed';
import { filled, oneOfKeys, parts } from '../../core/events/file/template-parts';
import type { Escape, EscapingMode } from '../../core/events/templates/escaping';
import { fillStructure, fillText } from '../../core/events/templates/fill-parts';
import { defineContent } from '../content';

/** Discord's Markdown (https://support.discord.com, "Markdown Text 101"). */
const MARKDOWN: Escape = {
  name: 'discord',
  // A zero-width space after @ keeps @everyone and @here from being read as mentions.
  escape: (text) => text.replace(/[\\*_~`|>#[\]()]/g, '\\$&').replace(/@(?=everyone|here)/g, '@\u200b'),
};

/** Discord reads Markdown in these parts of an embed. */
const MARKED = new Set(['title', 'description', 'value']);
const modeOf = (key: string): EscapingMode => (MARKED.has(key) ? MARKDOWN : 'text');

interface DiscordRich {
  embeds?: unknown[];
}

export const discord = defineContent({
  shape: closed({
    text: filled.optional().describe('The text, a template.'),
    embeds: parts(10).optional().describe('Embeds; every text in them is a template.'),
  })
    .refine(({ text, embeds }) => text !== undefined || embeds !== undefined, 'needs "text" or "embeds"')
    .meta(oneOfKeys('text', 'embeds')),
  render: ({ text, embeds }, fill): { text: string; rich: DiscordRich } => ({
    text: fillText(fill, text, MARKDOWN),
    rich: { embeds: embeds && fillStructure(embeds, 'embeds', fill, modeOf) },
  }),
});
