import { compileTemplate } from './compile-template';
import type { RenderOptions } from './render-template';
import { templateData } from './template-data';
import { TemplateError } from './template-error';
import type { TemplateVariables } from './variables';

/** Fills the template of an https address, each value as a part of it; TemplateError where what comes of it is none. */
export function renderAddress(
  name: string,
  source: string,
  variables: TemplateVariables,
  { language = 'en', timezone }: RenderOptions,
): string {
  const context = { language, timezone: timezone ?? 'UTC' };
  let address: string;
  try {
    address = compileTemplate(source, 'address')(templateData(variables), context);
  } catch (error) {
    if (error instanceof TemplateError) throw new TemplateError(`${name}, ${error.message}`);
    throw new TemplateError(`${name}: a helper failed`, { cause: error });
  }
  if (/\s/.test(address) || !URL.canParse(address) || new URL(address).protocol !== 'https:') {
    throw new TemplateError(`${name}: what it makes is not an https address`);
  }
  return new URL(address).href;
}
