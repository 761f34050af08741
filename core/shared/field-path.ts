/** A path into the body as `field` of an error shows it: `to[3].email`. */
export function fieldPath(path: PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) =>
      typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`,
    '',
  );
}
