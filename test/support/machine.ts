import { readFileSync } from 'node:fs';

/**
 * Returns for how much of the last minute something waited for the processor, the disk and memory, as Linux measures it
 * (docs.kernel.org/accounting/psi.html); `unknown` where it does not.
 */
export function pressure(): string {
  try {
    return ['cpu', 'io', 'memory'].map((name) => `${name} ${shareOf(name)} %`).join(', ');
  } catch {
    return 'unknown';
  }
}

const shareOf = (name: string): string =>
  /^some .*avg60=([\d.]+)/m.exec(readFileSync(`/proc/pressure/${name}`, 'utf8'))?.[1] ?? '?';
