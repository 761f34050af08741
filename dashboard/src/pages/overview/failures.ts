import type { NotificationLine } from '../../api/types';

/** Failures with the same code and provider. */
export interface Reason {
  code: string;
  provider: string | null;
  count: number;
}

/** Counts notifications by what their first failed message failed with, the most frequent first. */
export function failuresByReason(lines: readonly NotificationLine[]): Reason[] {
  const reasons = new Map<string, Reason>();
  for (const { messages } of lines) {
    const failed = messages.find(({ error_code: code }) => code !== null);
    const code = failed?.cause_code ?? failed?.error_code;
    if (!failed || !code) continue;
    const { provider } = failed;
    const key = `${code} ${provider ?? ''}`;
    const known = reasons.get(key) ?? { code, provider, count: 0 };
    reasons.set(key, { ...known, count: known.count + 1 });
  }
  return [...reasons.values()].sort((a, b) => b.count - a.count);
}
