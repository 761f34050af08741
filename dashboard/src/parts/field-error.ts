import { ApiProblem, problemText } from '../api/problem';

/** Returns the field of a form that an error of the API names. Undefined if it names none. */
export function fieldOf(error: unknown): string | undefined {
  const field = error instanceof ApiProblem ? error.details.field : undefined;
  return typeof field === 'string' ? field : undefined;
}

/** Returns the text of an error if it names this field, to be shown next to it: it need not name it again. */
export function fieldError(error: unknown, field: string): string | undefined {
  if (fieldOf(error) !== field) return undefined;
  const text = problemText(error);
  return text.startsWith(`${field} `) ? `This ${text.slice(field.length + 1)}` : text;
}
