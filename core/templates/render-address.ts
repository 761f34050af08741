import type { RenderOptions } from './render-template';
import { renderTemplate } from './render-template';
import { TemplateError } from './template-error';
import type { TemplateVariables } from './variables';

/** Fills the template of an https address; TemplateError where what comes of it is none. */
export function renderAddress(
  name: string,
  source: string,
  variables: TemplateVariables,
  options: RenderOptions,
): string {
  // As text, which escapes nothing.
  const address = (renderTemplate('sms', { text: source }, variables, options).text ?? '').trim();
  if (/\s/.test(address) || !URL.canParse(address) || new URL(address).protocol !== 'https:') {
    throw new TemplateError(`${name}: what it makes is not an https address`);
  }
  return new URL(address).href;
}
