/** The JSON object of an answer; empty where the body is something else or was cut off. */
export function jsonObject(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

/** The field as text, undefined where it is none. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const LONGEST = 500;

/**
 * What operators see of an answer: status, the provider's code and the first line of its words. Later lines are left
 * out, since a provider that could not check a signature repeats there what was signed. `secrets` are cut out for the
 * case that it repeats one.
 */
export function answerWords(
  status: number,
  { code, words, secrets }: { code?: string | number; words?: string; secrets: readonly string[] },
): string {
  const first = words?.split(/[\r\n]/, 1)[0];
  const all = `${[status, code].filter((part) => part !== undefined).join(' ')}${first ? `: ${first}` : ''}`;
  return secrets.reduce((text, secret) => text.replaceAll(secret, '[secret]'), all).slice(0, LONGEST);
}
