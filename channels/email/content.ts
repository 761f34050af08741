import { z } from 'zod';
import { closed } from '../../core/events/file/closed';
import { filled, layoutOfTemplate, oneOfKeys } from '../../core/events/file/template-parts';
import { fillMap } from '../../core/events/templates/fill-parts';
import { renderEmail } from '../../core/events/templates/render-email';
import type { Attachment } from '../../core/sending/attachment';
import { storageProblem } from '../../core/sending/attachment-store';
import { defineContent } from '../content';

const attachment = closed({
  filename: filled.describe('Name of the file, a template.'),
  content_type: filled.optional().describe('Media type of the file, such as `application/pdf`.'),
  url: filled
    .optional()
    .describe('URL from which it is fetched when the e-mail is sent. Or use `storage` or `content`.'),
  storage: filled
    .optional()
    .describe(
      "Path in the application's folder of ATTACHMENT_STORE, such as `invoices/{{id}}.pdf`, from which it is read when the e-mail is sent. Or use `url` or `content`.",
    ),
  content: filled.optional().describe('The file in base64. Or use `url` or `storage`.'),
  content_id: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._@-]{0,99}$/,
      'must be 1 to 100 letters, digits, ".", "_", "-" or "@", such as logo: an id is no template',
    )
    .optional()
    .describe('Id by which the HTML shows the file: `logo` for `<img src="cid:logo">`.'),
})
  .refine(
    ({ url, storage, content }) => [url, storage, content].filter((one) => one !== undefined).length === 1,
    'needs one of "url", "storage" and "content"',
  )
  .superRefine(({ storage }, context) => {
    // The path of an expression is known at the send.
    const problem = storage && storageProblem(storage.replace(/\{\{[^]*?\}\}/g, 'x'));
    if (problem) context.addIssue({ code: 'custom', path: ['storage'], message: problem });
  })
  .meta({ oneOf: [{ required: ['url'] }, { required: ['storage'] }, { required: ['content'] }] })
  .transform(({ content_type: contentType, content_id: contentId, ...others }) => ({
    ...others,
    ...(contentType && { contentType }),
    ...(contentId && { contentId }),
  }));

const haveOwnIds = (files: readonly Attachment[]): boolean => {
  const ids = files.flatMap(({ contentId }) => contentId ?? []);
  return new Set(ids).size === ids.length;
};

interface EmailRich {
  attachments?: Attachment[];
  /** Sent in bulk: the https address that unsubscribes with one POST (RFC 8058). */
  unsubscribeUrl?: string;
  /** Sent in bulk: the `mailto:` address that unsubscribes (RFC 2369). */
  unsubscribeMail?: string;
}

export const email = defineContent({
  shape: closed({
    subject: filled.describe('The subject, a template. Line breaks become spaces.'),
    html: filled.optional().describe('The HTML, a template. Or use `mjml`. Variables are escaped for HTML.'),
    mjml: filled.optional().describe('MJML instead of `html`. The push converts it to HTML.'),
    text: filled
      .optional()
      .describe('The plain text, a template. Without it, the text is made from the HTML.'),
    layout: layoutOfTemplate
      .optional()
      .describe("Layout of this e-mail, or `false` for none. Without it: the event's `layout`."),
    preheader: filled
      .optional()
      .describe('Text that an inbox shows after the subject. Needs `html` or `mjml`.'),
    attachments: z
      .array(attachment)
      .min(1)
      .max(10, 'may have at most 10 files')
      .refine(haveOwnIds, 'has a "content_id" twice')
      .optional()
      .describe('Files to attach to the e-mail.'),
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
    }),
  render: (template, fill, onPlace) => {
    const made = renderEmail(template, fill, onPlace);
    const rich: EmailRich = {
      attachments: template.attachments?.map((one) => fillMap(one, 'attachments', fill)),
    };
    return { ...made, rich };
  },
});
