import type { Channel } from '../../shared/channels';
import type { Template } from '../definition';
import type { RichContent } from '../../sending/rich-content';
import type { EscapingMode } from './escaping';
import { createFill, type Fill, type RenderOptions } from './fill';
import { renderEmail } from './render-email';
import { renderRich } from './render-rich';
import type { TemplateVariables } from './variables';

/** The rendered content of one message. */
export interface RenderedTemplate {
  subject?: string;
  html?: string;
  text?: string;
  /** Absent: there is no other content. */
  rich?: RichContent;
}

/**
 * Fills a channel's template. A missing variable renders as nothing; TemplateError is thrown only for a
 * template that cannot be compiled or a helper that fails. An e-mail without `text` gets one from its HTML.
 */
export function renderTemplate(
  channel: Channel,
  template: Template,
  variables: TemplateVariables,
  options: RenderOptions = {},
): RenderedTemplate {
  const fillPlace = createFill(variables, { plainSigns: channel === 'sms', ...options });
  const fill: Fill = (place, source, mode) => fillPlace(`${channel} ${place}`, source, mode);
  const content = channel === 'email' ? renderEmail(template, fill, options.onPlace) : {};
  const text = content.text ?? textOf(channel, template, fill);
  const rich = renderRich(channel, template, fill);
  return { ...content, ...(text !== undefined && { text }), ...(Object.keys(rich).length > 0 && { rich }) };
}

function textOf(channel: Channel, template: Template, fill: Fill): string | undefined {
  if (channel === 'email') return undefined;
  return fill('text', template.text ?? '', textMode(channel, template)).trimEnd();
}

/** Returns how a channel's text is escaped. */
function textMode(channel: Channel, { format }: Template): EscapingMode {
  switch (channel) {
    case 'slack':
    case 'discord':
      return channel;
    case 'telegram':
      return format === 'html' ? 'telegramHtml' : format === 'markdown' ? 'telegramMarkdown' : 'text';
    case 'email':
    case 'sms':
    case 'push':
    case 'whatsapp':
      return 'text';
  }
}
