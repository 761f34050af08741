import { ApiProblem, problemText } from '../api/problem';

/** Returns the field of a form that an error of the API names. Undefined if it names none. */
export function fieldOf(error: unknown): string | undefined {
  const field = error instanceof ApiProblem ? error.details.field : undefined;
  return typeof field === 'string' ? field : undefined;
}

/** Returns the text of an error if it names this field, to be shown beside it. */
export const fieldError = (error: unknown, field: string): string | undefined =>
  fieldOf(error) === field ? problemText(error) : undefined;
