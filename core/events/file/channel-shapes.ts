import { z } from 'zod';
import type { CHANNELS } from '../../shared/channels';
import { closed } from './closed';

const filled = z.string().regex(/\S/, 'must not be empty');
/** Deep enough for Block Kit and embeds. */
const json: z.ZodType<unknown> = z.json().register(z.globalRegistry, { id: 'json' });
const parts = (max: number) =>
  z.array(z.record(z.string(), json)).min(1, 'must not be empty').max(max, `may have ${max} at most`);
/** The JSON Schema of a map that needs at least one of these keys. */
const oneOfKeys = (...keys: string[]) => ({ anyOf: keys.map((key) => ({ required: [key] })) });

const attachment = closed({
  filename: filled.describe('Name of the file, a template.'),
  content_type: filled.optional().describe('Its media type, such as `application/pdf`.'),
  url: filled.optional().describe('Where it is fetched from when the e-mail is sent; or `content`.'),
  content: filled.optional().describe('The file itself in base64; or `url`.'),
})
  .refine(
    ({ url, content }) => (url === undefined) !== (content === undefined),
    'needs either "url" or "content"',
  )
  .meta({ oneOf: [{ required: ['url'] }, { required: ['content'] }] })
  .transform(({ content_type: contentType, ...rest }) => ({ ...rest, ...(contentType && { contentType }) }));

const email = closed({
  subject: filled.describe('The subject, a template. Line breaks become spaces.'),
  html: filled.optional().describe('The HTML, a template; or `mjml`. Variables are escaped for HTML.'),
  mjml: filled.optional().describe('MJML instead of `html`; it becomes HTML when the file is pushed.'),
  text: filled.optional().describe('The plain text, a template. Without it the text is made from the HTML.'),
  preheader: filled.optional().describe('What an inbox shows beside the subject. Needs `html` or `mjml`.'),
  attachments: z
    .array(attachment)
    .min(1)
    .max(10, 'may have 10 files')
    .optional()
    .describe('Files that go with the e-mail.'),
})
  .refine(({ html, mjml, text }) => html ?? mjml ?? text, 'needs "html", "mjml" or "text"')
  .refine(({ html, mjml }) => html === undefined || mjml === undefined, 'has both "html" and "mjml"')
  .refine(
    ({ html, mjml, preheader }) => preheader === undefined || (html ?? mjml) !== undefined,
    'has a "preheader", which needs "html" or "mjml"',
  )
  .meta({
    ...oneOfKeys('html', 'mjml', 'text'),
    not: { required: ['html', 'mjml'] },
    dependencies: { preheader: oneOfKeys('html', 'mjml') },
  });

const push = closed({
  title: filled.optional().describe('The title, a template.'),
  text: filled.describe('The text, a template.'),
  image: filled.optional().describe('Address of a picture (https), a template.'),
  link: filled.optional().describe('Address that a tap opens (https), a template.'),
  badge: z
    .union([filled, z.number().int().min(0)], 'must be a number or a template of one')
    .transform(String)
    .optional()
    .describe("The number on the app's icon, or a template of it."),
  data: z.record(z.string(), z.string()).optional().describe('Texts for the app, each a template.'),
});

const whatsapp = closed({
  text: filled
    .optional()
    .describe("The text, a template, for within 24 hours of the recipient's last message."),
  template: closed({
    name: filled.describe('Its name (Meta) or its content SID (Twilio).'),
    language: filled.default('en').describe('Its language as it was approved, such as `en_US`.'),
    parameters: z
      .array(filled)
      .max(50, 'may have 50')
      .optional()
      .describe('Values of its placeholders in order, each a template.'),
  })
    .optional()
    .describe('An approved template, which may be sent at any time.'),
})
  .refine(({ text, template }) => text !== undefined || template !== undefined, 'needs "text" or "template"')
  .meta(oneOfKeys('text', 'template'));

/** What a template of each channel may hold. */
export const channelShapes = {
  email,
  sms: closed({ text: filled.describe('The text, a template.') }),
  slack: closed({
    // If there are blocks, notifications and screen readers show the text.
    text: filled.describe('The text, a template. With `blocks` it is what notifications show.'),
    blocks: parts(50).optional().describe('Block Kit blocks; every text in them is a template.'),
  }),
  push,
  telegram: closed({
    text: filled.describe('The text, a template.'),
    format: z
      .enum(['html', 'markdown'])
      .optional()
      .describe("How the text is marked up: Telegram's HTML or MarkdownV2. Without it the text is plain."),
  }),
  whatsapp,
  discord: closed({
    text: filled.optional().describe('The text, a template.'),
    embeds: parts(10).optional().describe('Embeds; every text in them is a template.'),
  })
    .refine(({ text, embeds }) => text !== undefined || embeds !== undefined, 'needs "text" or "embeds"')
    .meta(oneOfKeys('text', 'embeds')),
} satisfies Record<(typeof CHANNELS)[number], z.ZodType>;
