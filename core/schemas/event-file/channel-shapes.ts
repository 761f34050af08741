import { z } from 'zod';
import type { CHANNELS } from '../../channels';
import { closed } from './closed';

const filled = z.string().regex(/\S/, 'must not be empty');
/** Deep enough for Block Kit and embeds. */
const json: z.ZodType<unknown> = z.json();
const parts = (max: number) =>
  z.array(z.record(z.string(), json)).min(1, 'must not be empty').max(max, `may have ${max} at most`);

const attachment = closed({
  filename: filled,
  content_type: filled.optional(),
  url: filled.optional(),
  content: filled.optional(),
})
  .refine(
    ({ url, content }) => (url === undefined) !== (content === undefined),
    'needs either "url" or "content"',
  )
  .transform(({ content_type: contentType, ...rest }) => ({ ...rest, ...(contentType && { contentType }) }));

const email = closed({
  subject: filled,
  html: filled.optional(),
  mjml: filled.optional(),
  text: filled.optional(),
  preheader: filled.optional(),
  attachments: z.array(attachment).min(1).max(10, 'may have 10 files').optional(),
})
  .refine(({ html, mjml, text }) => html ?? mjml ?? text, 'needs "html", "mjml" or "text"')
  .refine(({ html, mjml }) => html === undefined || mjml === undefined, 'has both "html" and "mjml"')
  .refine(
    ({ html, mjml, preheader }) => preheader === undefined || (html ?? mjml) !== undefined,
    'has a "preheader", which needs "html" or "mjml"',
  );

const push = closed({
  title: filled.optional(),
  text: filled,
  image: filled.optional(),
  link: filled.optional(),
  badge: z
    .union([filled, z.number().int().min(0)], 'must be a number or a template of one')
    .transform(String)
    .optional(),
  data: z.record(z.string(), z.string()).optional(),
});

const whatsapp = closed({
  text: filled.optional(),
  template: closed({
    name: filled,
    language: filled.default('en'),
    parameters: z.array(filled).max(50, 'may have 50').optional(),
  }).optional(),
}).refine(({ text, template }) => text !== undefined || template !== undefined, 'needs "text" or "template"');

/** What a template of each channel may hold. */
export const channelShapes = {
  email,
  sms: closed({ text: filled }),
  // Notifications and screen readers show the text where there are blocks.
  slack: closed({ text: filled, blocks: parts(50).optional() }),
  push,
  telegram: closed({ text: filled, format: z.enum(['html', 'markdown']).optional() }),
  whatsapp,
  discord: closed({ text: filled.optional(), embeds: parts(10).optional() }).refine(
    ({ text, embeds }) => text !== undefined || embeds !== undefined,
    'needs "text" or "embeds"',
  ),
} satisfies Record<(typeof CHANNELS)[number], z.ZodType>;
