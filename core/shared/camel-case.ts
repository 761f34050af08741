/** snake_case to camelCase, for metadata keys (METADATA-1), in any script; other names stay as they are. */
export const camelCase = (name: string): string =>
  name.replace(/(?<=[^_])_+([\p{L}\p{N}])/gu, (_match, letter: string) => letter.toUpperCase());
