import { api } from '../../api/client';
import { ApiProblem } from '../../api/problem';
import type { Place } from '../../layout/place';
import type { FileProblem, Pushed } from './query';

/** An event file by its name. */
export interface SourceFile {
  name: string;
  content: string;
}

interface PushOptions {
  dryRun?: boolean;
  /** Whether the answer has the messages that change, before and after. */
  differences?: boolean;
  via?: 'dashboard' | 'promotion';
  /** Version of each event that its file is based on; null: there is none. Without it, the push replaces any. */
  expected?: Record<string, number | null>;
}

/** Applies event files as the command line does: all of them or none. A dry run only checks them. */
export const pushFiles = (
  place: Place,
  files: SourceFile[],
  { dryRun = false, differences = false, via = 'dashboard', expected }: PushOptions = {},
): Promise<Pushed> =>
  api.put('/admin/v1/applications/{app}/events/{environment}', {
    ...place,
    body: { files, dry_run: dryRun, differences, via, expected_versions: expected },
  });

/** Returns the problems of the files that a refused push names. Empty: it was refused for another reason. */
export function problemsOf(error: unknown): FileProblem[] {
  if (!(error instanceof ApiProblem) || !Array.isArray(error.details.problems)) return [];
  return error.details.problems as FileProblem[];
}

/** Returns problems at lines of the event's own file. Those of a layout or partial name its file and line. */
export const inOwnFile = <One extends FileProblem>(problems: readonly One[]): One[] =>
  problems.map((one) =>
    /^(?:layouts|partials|translations|preference-page)\//.test(one.file)
      ? { ...one, line: 1, message: `${one.file}:${one.line}: ${one.message}` }
      : one,
  );

/** Returns the queries whose answers a push to an environment makes old. */
export const refreshedByPush = ({ app, environment }: Place): string[][] => [
  ['events', app, environment],
  ['event', app, environment],
  ['event-versions', app, environment],
  ['deleted-events', app, environment],
  ['parts', app, environment],
];
