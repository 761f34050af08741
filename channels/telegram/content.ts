import { z } from 'zod';
import { closed } from '../../core/events/file/closed';
import { filled } from '../../core/events/file/template-parts';
import { entity, type Escape } from '../../core/events/templates/escaping';
import { fillText } from '../../core/events/templates/fill-parts';
import { defineContent } from '../content';

/** Telegram's parse modes (https://core.telegram.org/bots/api#formatting-options), by the format of a template. */
const FORMATS = {
  html: {
    parseMode: 'HTML',
    mode: { name: 'telegramHtml', escape: (text) => text.replace(/[&<>"]/g, entity) },
  },
  markdown: {
    parseMode: 'MarkdownV2',
    mode: {
      name: 'telegramMarkdown',
      escape: (text) => text.replace(/[_*[\]()~`>#+\-=|{}.!\\]/g, '\\$&'),
    },
  },
} as const satisfies Record<string, { parseMode: string; mode: Escape }>;

interface TelegramRich {
  /** How the text is marked up; absent: not at all. */
  parseMode?: 'HTML' | 'MarkdownV2';
}

export const telegram = defineContent({
  shape: closed({
    text: filled.describe('The text, a template.'),
    format: z
      .enum(['html', 'markdown'])
      .optional()
      .describe("Markup of the text: Telegram's HTML or MarkdownV2. Without it, the text is plain."),
  }),
  render: ({ text, format }, fill) => {
    const marked = format && FORMATS[format];
    const rich: TelegramRich = { parseMode: marked?.parseMode };
    return { text: fillText(fill, text, marked?.mode), rich };
  },
});
