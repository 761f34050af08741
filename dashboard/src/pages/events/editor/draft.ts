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
  /** The version of the event that has that file. */
  baseVersion: number;
  /** Remembers that a text is saved, as a version. */
  saved: (text: string, version: number) => void;
  /** The file that somebody else has saved since. Null: nobody has. */
  theirs: string | null;
  /** Ends the conflict: with the file of the other, or with the own changes to it. */
  settle: (keep: 'mine' | 'theirs') => void;
}

/** Returns the draft of a file. It follows what others save while it has no changes of its own. */
export function useDraft(stored: string, version: number): Draft {
  const [base, setBase] = useState(stored);
  const [baseVersion, setBaseVersion] = useState(version);
  const [seenVersion, setSeenVersion] = useState(version);
  const [text, setText] = useState(stored);
  const [seen, setSeen] = useState(stored);
  const [theirs, setTheirs] = useState<string | null>(null);
  const isDirty = text !== base;
  if (stored !== seen || version !== seenVersion) {
    setSeen(stored);
    setSeenVersion(version);
    if (version > baseVersion || stored !== base) {
      if (isDirty && stored !== text && stored !== base) setTheirs(stored);
      else {
        setBase(stored);
        setBaseVersion(version);
        if (!isDirty) setText(stored);
      }
    }
  }
  const deferred = useDeferredValue(text);
  const file = useMemo(() => readFile(deferred), [deferred]);
  const saved = (written: string, as: number): void => {
    setBase(written);
    setBaseVersion(as);
    setTheirs(null);
  };
  const settle = (keep: 'mine' | 'theirs'): void => {
    if (theirs === null) return;
    setBase(theirs);
    setBaseVersion(seenVersion);
    if (keep === 'theirs') setText(theirs);
    setTheirs(null);
  };
  return { text, setText, file, isDirty, base, baseVersion, saved, theirs, settle };
}
