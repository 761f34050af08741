/**
 * Thrown when a template cannot be compiled or one of its helpers fails. The message names the place and
 * the template's own words, never the data it was rendered with, so it may be shown to operators.
 */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}
