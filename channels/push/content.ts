import { z } from 'zod';
import { closed } from '../../core/events/file/closed';
import { filled } from '../../core/events/file/template-parts';
import { fillMap, fillText } from '../../core/events/templates/fill-parts';
import { TemplateError } from '../../core/events/templates/template-error';
import { defineContent } from '../content';

interface PushRich {
  title?: string;
  /** Address of a picture (https). */
  image?: string;
  /** Address that a tap opens (https). */
  link?: string;
  /** The number on the app's icon. */
  badge?: number;
  /** For the app, not shown. */
  data?: Record<string, string>;
}

export const push = defineContent({
  shape: closed({
    title: filled.optional().describe('The title, a template.'),
    text: filled.describe('The text, a template.'),
    image: filled.optional().describe('Address of a picture (https), a template.'),
    link: filled.optional().describe('Address that a tap opens (https), a template.'),
    badge: z
      .union([filled, z.number().int().min(0)], 'must be a number or a template that renders one')
      .transform(String)
      .optional()
      .describe("Number on the app's icon, or a template that renders it."),
    data: z.record(z.string(), z.string()).optional().describe('Texts for the app, each a template.'),
  }),
  render: ({ text, title, image, link, badge, data }, fill) => {
    const part = (name: string, source: string | undefined) =>
      source === undefined ? undefined : fill(name, source, 'text').trim() || undefined;
    const shown = fillText(fill, text);
    const rich: PushRich = {
      title: part('title', title),
      image: part('image', image),
      link: part('link', link),
      badge: badgeOf(part('badge', badge)),
      data: data && fillMap(data, 'data', fill),
    };
    return { text: shown, rich };
  },
});

function badgeOf(shown: string | undefined): number | undefined {
  if (shown === undefined) return undefined;
  const badge = Number(shown);
  if (!Number.isInteger(badge) || badge < 0)
    throw new TemplateError('push badge: is not a number of at least 0');
  return badge;
}
