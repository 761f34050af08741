import { z } from 'zod';
import { closed } from '../../core/events/file/closed';
import { filled, oneOfKeys } from '../../core/events/file/template-parts';
import type { Fill } from '../../core/events/templates/fill';
import { fillText } from '../../core/events/templates/fill-parts';
import { TemplateError } from '../../core/events/templates/template-error';
import { defineContent } from '../content';

/** An approved template and its parameters. Outside the service window nothing else may be sent. */
export interface WhatsAppTemplate {
  /** Meta: the template's name. Twilio: its content SID (`HX…`). */
  name: string;
  /** Language of the template as it was approved, for example `en_US`. */
  language: string;
  /** Values of the body's placeholders `{{1}}`, `{{2}}`, … in order. */
  parameters: string[];
}

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
    })
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
    const values = parameters.map((one, index) => parameterOf(`parameters[${index}]`, one, fill));
    const rich: WhatsAppRich = { whatsappTemplate: { name, language, parameters: values } };
    return { text: shown, rich };
  },
});

/** Returns a parameter in one line. Meta refuses line breaks, tabs, more than four spaces in a row and empty text. */
function parameterOf(place: string, source: string, fill: Fill): string {
  const value = fill(place, source, 'text').replace(/\s+/g, ' ').trim();
  if (value === '') throw new TemplateError(`whatsapp ${place}: is empty, which WhatsApp refuses`);
  return value;
}
