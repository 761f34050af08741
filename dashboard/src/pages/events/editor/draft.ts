import { useDeferredValue, useMemo, useState } from 'react';
import { type EventFile, readFile } from '../file/read';

/** The file of an event as its editor has it. */
export interface Draft {
  text: string;
  setText: (text: string) => void;
  /** What the file holds, a moment after the last key. */
  file: EventFile;
  /** Whether there are changes that are not saved. */
  isDirty: boolean;
  /** The file that the changes began with. */
  base: string;
  /** Remembers that a text is saved. */
  saved: (text: string) => void;
  /** The file that somebody else has saved since. Null: nobody has. */
  theirs: string | null;
  /** Ends the conflict: with the file of the other, or with the own changes to it. */
  settle: (keep: 'mine' | 'theirs') => void;
}

/** Returns the draft of a file. It follows what others save while it has no changes of its own. */
export function useDraft(stored: string): Draft {
  const [base, setBase] = useState(stored);
  const [text, setText] = useState(stored);
  const [seen, setSeen] = useState(stored);
  const [theirs, setTheirs] = useState<string | null>(null);
  const isDirty = text !== base;
  if (stored !== seen) {
    setSeen(stored);
    if (stored !== base) {
      if (isDirty && stored !== text) setTheirs(stored);
      else {
        setBase(stored);
        setText(stored);
      }
    }
  }
  const deferred = useDeferredValue(text);
  const file = useMemo(() => readFile(deferred), [deferred]);
  const saved = (written: string): void => {
    setBase(written);
    setTheirs(null);
  };
  const settle = (keep: 'mine' | 'theirs'): void => {
    if (theirs === null) return;
    setBase(theirs);
    if (keep === 'theirs') setText(theirs);
    setTheirs(null);
  };
  return { text, setText, file, isDirty, base, saved, theirs, settle };
}
