import { useState } from 'react';
import { ApiProblem } from '../api/problem';

interface Typing<Stored, Draft> {
  read: Stored;
  typed: Partial<Draft>;
}

/**
 * Holds what is typed over what was stored when the typing began. While a form is open, its page reads what is stored again,
 * and a save must not overwrite a change of somebody else that the form did not show.
 */
export function useDraft<Stored, Draft extends object>(of: {
  stored: Stored;
  draftOf: (stored: Stored) => Draft;
  /** Reads again what is stored. Undefined: it is gone. */
  again: () => Promise<Stored | undefined>;
}) {
  const { stored, draftOf, again } = of;
  const [typing, setTyping] = useState<Typing<Stored, Draft> | null>(null);
  const read = typing?.read ?? stored;

  const showOthers = async (): Promise<void> => {
    const now = await again();
    if (now === undefined) return;
    setTyping((known) => {
      if (!known) return null;
      return { read: now, typed: stillTyped(known.typed, draftOf(known.read), draftOf(now)) };
    });
  };
  return {
    read,
    draft: { ...draftOf(read), ...typing?.typed },
    set: (part: Partial<Draft>): void =>
      setTyping((known) => ({ read: known?.read ?? stored, typed: { ...known?.typed, ...part } })),
    reset: (): void => setTyping(null),
    /** Makes a change. If somebody else was faster, the form has what they changed when the error is shown. */
    saving: <Answer>(change: () => Promise<Answer>): Promise<Answer> =>
      change().catch(async (error: unknown) => {
        if (error instanceof ApiProblem && error.status === 409) await showOthers().catch(() => undefined);
        throw error;
      }),
  };
}

/** Returns what was typed, without the fields that somebody else has changed. */
export function stillTyped<Draft extends object>(
  typed: Partial<Draft>,
  before: Draft,
  now: Draft,
): Partial<Draft> {
  const textOf = (draft: Draft, name: string): string => JSON.stringify(draft[name as keyof Draft]);
  const isKept = ([name]: [string, unknown]): boolean => textOf(before, name) === textOf(now, name);
  return Object.fromEntries(Object.entries(typed).filter(isKept)) as Partial<Draft>;
}
