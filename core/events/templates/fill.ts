import { compileTemplate } from './compile-template';
import type { EscapingMode } from './escaping';
import { templateData } from './template-data';
import { TemplateError } from './template-error';
import type { TemplateVariables } from './variables';

/** A part of a template as errors name it, such as `email html`. */
export type Place = string;

export interface RenderOptions {
  /** Language of the variant, which formats dates and numbers. @default 'en' */
  language?: string;
  /** IANA zone of the recipient. @default 'UTC' */
  timezone?: string | null;
  /** Whether formats have only signs that people type. @default false */
  plainSigns?: boolean;
  /** Called with each place before it is filled. */
  onPlace?: (place: Place) => void;
}

/** Fills one string of a template; `place` names it in errors. */
export type Fill = (place: Place, source: string, mode: EscapingMode) => string;

/** Maximum number of characters of all texts of a message, including files. No provider accepts more. */
const MOST_OUTPUT = 5_000_000;

/** Returns a function that fills strings with these variables. It throws TemplateError with the place. */
export function createFill(
  variables: TemplateVariables,
  { language = 'en', timezone, plainSigns = false, onPlace }: RenderOptions,
): Fill {
  const data = templateData(variables);
  const context = { language, timezone: timezone ?? 'UTC', plainSigns };
  let left = MOST_OUTPUT;
  return (place, source, mode) => {
    onPlace?.(place);
    try {
      const text = compileTemplate(source, mode)(data, context);
      left -= text.length;
      if (left < 0) throw new TemplateError('the message has more than 5 million characters');
      return text;
    } catch (error) {
      if (error instanceof TemplateError) throw new TemplateError(`${place}, ${error.message}`);
      if (error instanceof RangeError && error.message.includes('string length'))
        throw new TemplateError(`${place}, the message has more than 5 million characters`);
      // The message of another error may quote the data, so it stays in `cause`.
      throw new TemplateError(`${place}: a helper failed`, { cause: error });
    }
  };
}
