/** snake_case to camelCase, for metadata keys (interface 2.1 rule 2), in any script; other names stay as they are. */
export const camelCase = (name: string): string =>
  name.replace(/(?<=[^_])_+([\p{L}\p{N}])/gu, (_match, letter: string) => letter.toUpperCase());
