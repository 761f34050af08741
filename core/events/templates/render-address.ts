import { ADDRESS } from './escaping';
import { createFill, type RenderOptions } from './fill';
import { TemplateError } from './template-error';
import type { TemplateVariables } from './variables';

/** Fills the template of an https address and escapes the values for it. TemplateError if the result is no https address. */
export function renderAddress(
  name: string,
  source: string,
  variables: TemplateVariables,
  options: RenderOptions,
): string {
  const address = createFill(variables, options)(name, source, ADDRESS);
  if (/\s/.test(address) || !URL.canParse(address) || new URL(address).protocol !== 'https:') {
    throw new TemplateError(`${name}: it does not render an https address`);
  }
  return new URL(address).href;
}
