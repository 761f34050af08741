/** snake_case to camelCase, for metadata keys (interface 2.1 rule 2); other names stay as they are. */
export const camelCase = (name: string): string =>
  name.replace(/(?<=[^_])_+([a-zA-Z0-9])/g, (_match, letter: string) => letter.toUpperCase());
