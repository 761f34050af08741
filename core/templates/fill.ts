import { compileTemplate } from './compile-template';
import type { EscapingMode } from './escaping';
import { templateData } from './template-data';
import { TemplateError } from './template-error';
import type { TemplateVariables } from './variables';

export interface RenderOptions {
  /** Of the variant; what dates and numbers look like. @default 'en' */
  language?: string;
  /** IANA zone of the recipient. @default 'UTC' */
  timezone?: string | null;
}

/** Fills one string of a template; `place` names it in errors. */
export type Fill = (place: string, source: string, mode: EscapingMode) => string;

/** Fills strings with these variables; whatever goes wrong is a TemplateError that names the place. */
export function createFill(variables: TemplateVariables, { language = 'en', timezone }: RenderOptions): Fill {
  const data = templateData(variables);
  const context = { language, timezone: timezone ?? 'UTC' };
  return (place, source, mode) => {
    try {
      return compileTemplate(source, mode)(data, context);
    } catch (error) {
      if (error instanceof TemplateError) throw new TemplateError(`${place}, ${error.message}`);
      // The words of another error could quote the data, so they stay in `cause`.
      throw new TemplateError(`${place}: a helper failed`, { cause: error });
    }
  };
}
