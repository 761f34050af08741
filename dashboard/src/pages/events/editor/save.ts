import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem } from '../../../api/problem';
import { usePlace } from '../../../layout/place';
import { useChange } from '../../../parts/use-change';
import type { LineProblem } from '../code/diagnostics';
import { lineOfKey, readFile } from '../file/read';
import { inOwnFile, problemsOf, pushFiles, refreshedByPush } from '../push';
import { eventQuery, type Pushed } from '../query';
import type { Draft } from './draft';

/** How the last save or check of a file went. */
export interface Outcome {
  problems: readonly LineProblem[];
  /** Why the file was refused, or why the API did not answer. */
  error: unknown;
  /** What a success is called. */
  says: string | null;
  /** The text that it is about. */
  of: string;
}

const NOTHING: Outcome = { problems: [], error: undefined, says: null, of: '' };

/** Returns how to save and how to check a draft, and how that went. A save applies what a push of the file applies. */
export function useSave(name: string, draft: Draft) {
  const place = usePlace();
  const queries = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>(NOTHING);
  const files = (content: string) => [{ name: `${name}.yaml`, content }];

  const found = ({ warnings = [] }: Pushed, says: string, of: string): void =>
    setOutcome({
      problems: inOwnFile(warnings).map((one) => ({ ...one, severity: 'warning' })),
      error: undefined,
      says: warnings.length > 0 ? `${says} Read the warnings.` : says,
      of,
    });
  const failed = (error: unknown, text: string): void => {
    const problems =
      error instanceof OtherName
        ? [{ line: lineOfKey(text, 'name'), message: error.message }]
        : inOwnFile(problemsOf(error));
    setOutcome({
      problems: problems.map((one) => ({ ...one, severity: 'error' })),
      error,
      says: null,
      of: text,
    });
  };

  const check = useChange({
    run: async (text: string) => {
      refuseOtherName(name, text);
      return pushFiles(place, files(text), { dryRun: true });
    },
    refresh: [],
    showsError: true,
  });
  const save = useChange({
    run: async (text: string) => {
      refuseOtherName(name, text);
      const push = (expected: number | null): Promise<Pushed> =>
        pushFiles(place, files(text), { via: 'dashboard', expected: { [name]: expected } });
      const pushed = await push(draft.baseVersion).catch(async (error: unknown) => {
        if (!(error instanceof ApiProblem) || error.code !== 'EVENT_CHANGED') throw error;
        // The page shows the conflict when it has the other file. If somebody has deleted the event, the save creates it again.
        const isDeleted = await queries.fetchQuery({ ...eventQuery(place, name), staleTime: 0 }).then(
          () => false,
          (reason: unknown) => reason instanceof ApiProblem && reason.status === 404,
        );
        if (isDeleted) return push(null);
        throw error;
      });
      draft.saved(text, pushed.changes[0]?.version ?? draft.baseVersion);
      return pushed;
    },
    refresh: refreshedByPush(place),
    showsError: true,
  });

  return {
    outcome,
    isSaving: save.isPending,
    isChecking: check.isPending,
    save: (): void => {
      const { text } = draft;
      if (save.isPending) return;
      save.mutate(text, {
        onSuccess: (pushed) => found(pushed, `Saved in ${place.environment}.`, text),
        onError: (error) => failed(error, text),
      });
    },
    check: (): void => {
      const { text } = draft;
      check.mutate(text, {
        onSuccess: (pushed) => found(pushed, 'The file can be saved.', text),
        onError: (error) => failed(error, text),
      });
    },
  };
}

/** Thrown when the file of a page names another event, which a push would create or replace. */
class OtherName extends Error {}

function refuseOtherName(name: string, text: string): void {
  const given = readFile(text).value.name;
  if (given === undefined || given === name) return;
  throw new OtherName(
    `The file is of the event ${JSON.stringify(given)}, and this page is of "${name}". Write "name: ${name}" again, or create another event on the page “Events”.`,
  );
}
