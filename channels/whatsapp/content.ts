import { z } from 'zod';
import { closed } from '../../core/events/file/closed';
import { filled, oneOfKeys } from '../../core/events/file/template-parts';
import { fillText } from '../../core/events/templates/fill-parts';
import { defineContent } from '../content';
import {
  buttons,
  buttonsOf,
  header,
  headerOf,
  valueAt,
  type WhatsAppButton,
  type WhatsAppHeader,
} from './components';

/** An approved template and its parameters. Outside the service window nothing else may be sent. */
export interface WhatsAppTemplate {
  /** Meta: the template's name. Twilio: its content SID (`HX…`). */
  name: string;
  /** Language of the template as it was approved, for example `en_US`. */
  language: string;
  /** Values of the body's placeholders `{{1}}`, `{{2}}`, … in order. */
  parameters: string[];
  header?: WhatsAppHeader;
  buttons?: WhatsAppButton[];
}

/** A name that only a content of Twilio has. */
const CONTENT_SID = /^HX[0-9a-fA-F]{32}$/;

interface WhatsAppRich {
  whatsappTemplate?: WhatsAppTemplate;
}

export const whatsapp = defineContent({
  shape: closed({
    text: filled
      .optional()
      .describe("The text, a template. WhatsApp accepts it within 24 hours of the recipient's last message."),
    template: closed({
      name: filled.describe('Name of the template (Meta) or its content SID (Twilio).'),
      language: filled.default('en').describe('Language of the template, as approved, such as `en_US`.'),
      parameters: z
        .array(filled)
        .max(50, 'may have at most 50')
        .optional()
        .describe('Values of the placeholders in order. Each is a template.'),
      header: header.optional().describe('Value of the header (Meta).'),
      buttons: buttons
        .optional()
        .describe('Values of the buttons that need one (Meta), in the order of the template.'),
    })
      .refine(
        ({ name, header: ofHeader, buttons: list }) =>
          (ofHeader ?? list) === undefined || !CONTENT_SID.test(name),
        'is a content of Twilio, whose header and buttons have placeholders like its text: give their values as "parameters", without "header" and "buttons"',
      )
      .optional()
      .describe('An approved template, which may be sent at any time.'),
  })
    .refine(
      ({ text, template }) => text !== undefined || template !== undefined,
      'needs "text" or "template"',
    )
    .meta(oneOfKeys('text', 'template')),
  render: ({ text, template }, fill) => {
    const shown = fillText(fill, text);
    if (!template) return { text: shown };
    const { name, language, parameters = [] } = template;
    const whatsappTemplate: WhatsAppTemplate = {
      ...{ name, language },
      // Meta refuses line breaks, tabs, more than four spaces in a row and empty text.
      parameters: parameters.map((one, index) => valueAt(`parameters[${index}]`, one, fill)),
      ...(template.header && { header: headerOf(template.header, fill) }),
      ...(template.buttons && { buttons: buttonsOf(template.buttons, fill) }),
    };
    const rich: WhatsAppRich = { whatsappTemplate };
    return { text: shown, rich };
  },
});
