import { type Channel, CHANNEL_ROWS, type EditedText } from '../../../api/channels';
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

/** Returns the texts of a template: those that each template of its channel may have, then those within lists and maps. */
export function fieldsOf(channel: Channel, template: unknown): TemplateField[] {
  const given = isMap(template) ? template : {};
  const known = Object.entries<EditedText>(CHANNEL_ROWS[channel].texts).flatMap(([key, field]) => {
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
    key in CHANNEL_ROWS[channel].texts || key === 'format' ? [] : textsIn(value, [key]),
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
