import type { Response } from 'express';
import { z } from 'zod';
import { type RecipientWarning, warningText } from '../../core/sending/recipient-warnings';
import { answerHeader } from '../http/headers';

const HEADER = 'Heliograph-Warning';
/** Maximum number of warnings in an answer. The story of each notification has its own. */
export const MOST_WARNINGS = 5;
const MOST_CHARACTERS = 300;

export const warningHeader = answerHeader(
  HEADER,
  {
    description: `What is probably a mistake in a recipient that was accepted, such as a misspelled field. At most ${MOST_WARNINGS} times.`,
    example: 'to.emial is not a field of a recipient and becomes metadata. Did you mean email?',
  },
  z.string().optional(),
);

/** Names what is probably a mistake in an answer (RECIPIENT-20). */
export function warn(response: Response, warnings: RecipientWarning[]): void {
  // Names of fields come from the caller, and a header is ASCII.
  const ascii = (text: string): string => text.replaceAll(/[^\u0020-\u007e]/g, '?').slice(0, MOST_CHARACTERS);
  for (const warning of warnings.slice(0, MOST_WARNINGS))
    response.append(HEADER, ascii(warningText(warning)));
}
