import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The part of Stryker's report that a score is made of (mutation-testing-report-schema). */
interface Report {
  files: Record<string, { mutants: { status: string }[] }>;
}

export interface Score {
  folder: string;
  caught: number;
  missed: number;
}

const CAUGHT = new Set(['Killed', 'Timeout']);
const MISSED = new Set(['Survived', 'NoCoverage']);

/** How many mutants of each folder the tests caught. What was ignored, or does not compile, counts for nothing. */
export function scoresOf(reportFile: string): Score[] {
  const { files } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  const scores = new Map<string, Score>();
  for (const [file, { mutants }] of Object.entries(files)) {
    const folder = path.dirname(file);
    const score = scores.get(folder) ?? { folder, caught: 0, missed: 0 };
    score.caught += mutants.filter(({ status }) => CAUGHT.has(status)).length;
    score.missed += mutants.filter(({ status }) => MISSED.has(status)).length;
    scores.set(folder, score);
  }
  return [...scores.values()].sort((a, b) => a.folder.localeCompare(b.folder));
}

export const percentOf = ({ caught, missed }: Score): number => (100 * caught) / Math.max(1, caught + missed);

export const lineOf = (score: Score): string =>
  `${score.folder.padEnd(28)}${percentOf(score).toFixed(1).padStart(6)} %  ${score.caught} of ${score.caught + score.missed}`;
