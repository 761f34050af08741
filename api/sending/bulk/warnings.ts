import type { Response } from 'express';
import type { RecipientWarning } from '../../../core/sending/recipient-warnings';
import { MOST_WARNINGS, warn } from '../warn';

/** Returns what warns of each mistake once, because the recipients of a bulk send share their mistakes. */
export function warningsOf(response: Response): (warnings: RecipientWarning[]) => void {
  const known = new Set<string>();
  return (warnings) => {
    for (const warning of warnings) {
      const alone = { ...warning, field: warning.field.replace(/^to\[\d+\]/, 'to') };
      const { code, field } = alone;
      const about = `${code} ${field}`;
      if (known.size >= MOST_WARNINGS || known.has(about)) continue;
      known.add(about);
      warn(response, [alone]);
    }
  };
}
