/** Characters that are written from right to left, or that change the direction of others. */
const DIRECTED = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff]/;

/**
 * Returns a value that somebody else wrote for a text that cannot have elements, such as the title of a window. It has
 * the direction of its first letter, and changes the direction of nothing around it. `always`: the text is from right to
 * left, and Latin letters in it are turned too.
 */
export const isolated = (value: string, always = false): string =>
  always || DIRECTED.test(value) ? `\u2068${value.replaceAll(/[\u2066-\u2069]/g, '')}\u2069` : value;
