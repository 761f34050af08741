import { compile } from 'html-to-text';
import type { Channel } from '../channels';
import type { Template } from '../event-definition';
import { compileTemplate, type EscapingMode } from './compile-template';
import { templateData } from './template-data';
import { TemplateError } from './template-error';
import type { TemplateVariables } from './variables';

/** What a template made for one message. */
export interface RenderedTemplate {
  subject?: string;
  html?: string;
  text?: string;
}

/**
 * Fills a channel's template. A missing variable renders as nothing; TemplateError is thrown only for a
 * template that cannot be compiled or a helper that fails. An e-mail without `text` gets one from its HTML.
 */
export function renderTemplate(
  channel: Channel,
  template: Template,
  variables: TemplateVariables,
): RenderedTemplate {
  const data = templateData(variables);
  const part = (name: keyof Template, mode: EscapingMode): string | undefined => {
    const source = template[name];
    return source === undefined ? undefined : fill(`${channel} ${name}`, source, mode, data);
  };
  const text = part('text', 'text');
  if (channel !== 'email') return { text: (text ?? '').trimEnd() };

  const subject = part('subject', 'text');
  const html = part('html', 'html');
  const alternative = text ?? (html === undefined ? undefined : textFromHtml(html));
  return {
    ...(subject !== undefined && { subject: oneLine(subject) }),
    ...(html !== undefined && { html }),
    ...(alternative !== undefined && { text: alternative }),
  };
}

function fill(place: string, source: string, mode: EscapingMode, data: unknown): string {
  try {
    return compileTemplate(source, mode)(data);
  } catch (error) {
    if (error instanceof TemplateError) throw new TemplateError(`${place}, ${error.message}`);
    // The words of another error could quote the data, so they stay in `cause`.
    throw new TemplateError(`${place}: a helper failed`, { cause: error });
  }
}

/** A subject becomes a header: no line break or other control character may get into it. */
function oneLine(subject: string): string {
  return subject.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** Compiled once: for every mail the library would read its options and selectors anew. */
const convertHtml = compile({
  wordwrap: false,
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});

const textFromHtml = (html: string): string => convertHtml(html).trim();
