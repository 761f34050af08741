/** Returns the time of day of `09:00 local`: `09:00`. Null for another text. */
export const readLocalTime = (text: string): string | null =>
  /^((?:[01]\d|2[0-3]):[0-5]\d) local$/.exec(text)?.[1] ?? null;
