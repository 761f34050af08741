import type { Channel } from '../../../api/types';
import type { CodeLanguage } from '../code/languages';
import { isMap, type Path } from '../file/read';

/** A text of a template. */
export interface TemplateField {
  /** Its place in the template. */
  path: Path;
  label: string;
  about?: string;
  text: string;
  /** How it is edited: in one line, or as code. */
  editor: 'line' | CodeLanguage;
}

interface KnownField {
  label: string;
  about?: string;
  editor: TemplateField['editor'];
}

const TEXT: KnownField = { label: 'Text', editor: 'text' };

/** The texts that a template of each channel may have. */
const KNOWN: Record<Channel, Record<string, KnownField>> = {
  email: {
    subject: { label: 'Subject', editor: 'line' },
    preheader: { label: 'Preheader', about: 'What an inbox shows beside the subject', editor: 'line' },
    html: { label: 'HTML', editor: 'html' },
    mjml: { label: 'MJML', editor: 'html' },
    text: { ...TEXT, about: 'Without it, the plain text is made from the HTML' },
  },
  sms: { text: TEXT },
  slack: { text: { ...TEXT, about: 'With blocks, it is what notifications show' } },
  push: {
    title: { label: 'Title', editor: 'line' },
    text: TEXT,
    image: { label: 'Picture', about: 'An https address', editor: 'line' },
    link: { label: 'Link', about: 'The https address that a tap opens', editor: 'line' },
  },
  telegram: { text: TEXT },
  whatsapp: { text: { ...TEXT, about: 'For within 24 hours of the recipient’s last message' } },
  discord: { text: TEXT },
};

/** Returns the texts of a template: those that each template of its channel may have, then those within lists and maps. */
export function fieldsOf(channel: Channel, template: unknown): TemplateField[] {
  const given = isMap(template) ? template : {};
  const known = Object.entries(KNOWN[channel]).flatMap(([key, field]) => {
    const value = given[key];
    // HTML and MJML exclude each other.
    if (
      value === undefined &&
      ((key === 'mjml' && !('mjml' in given)) || (key === 'html' && 'mjml' in given))
    )
      return [];
    return [{ path: [key], ...field, text: typeof value === 'string' ? value : '' }];
  });
  const others = Object.entries(given).flatMap(([key, value]) =>
    key in KNOWN[channel] || key === 'format' ? [] : textsIn(value, [key]),
  );
  return [...known, ...others];
}

function textsIn(value: unknown, path: Path): TemplateField[] {
  if (typeof value === 'string')
    return [{ path, label: labelOf(path), text: value, editor: value.includes('\n') ? 'text' : 'line' }];
  if (Array.isArray(value)) return value.flatMap((one, index) => textsIn(one, [...path, index]));
  return isMap(value) ? Object.entries(value).flatMap(([key, one]) => textsIn(one, [...path, key])) : [];
}

/** Returns the place of a text in words: "blocks 1 › text › text". */
const labelOf = (path: Path): string =>
  path
    .map((key) => (typeof key === 'number' ? ` ${key + 1}` : ` › ${key}`))
    .join('')
    .replace(/^ › /, '');
