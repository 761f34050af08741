import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { type EventFile, readFile } from '../file/read';
import type { DraftKeeper } from './kept-draft';

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
  /** When the changes of an earlier visit were kept, ISO 8601. Null: there were none. */
  restoredAt: string | null;
  /** Drops the changes. */
  discard: () => void;
}

/**
 * Returns the draft of a file, with the changes that are kept of it. It follows what others save while it has no
 * changes.
 */
export function useDraft(stored: string, version: number, keeper: DraftKeeper): Draft {
  const [kept] = useState(() => keeper.read());
  const first = kept ?? { text: stored, base: stored, baseVersion: version };
  const [base, setBase] = useState(first.base);
  const [baseVersion, setBaseVersion] = useState(first.baseVersion);
  const [seenVersion, setSeenVersion] = useState(first.baseVersion);
  const [text, setText] = useState(first.text);
  const [seen, setSeen] = useState(first.base);
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
  useEffect(() => {
    if (isDirty) keeper.keep({ text, base, baseVersion, at: new Date().toISOString() });
    else keeper.forget();
  }, [keeper, isDirty, text, base, baseVersion]);
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
  const discard = (): void => setText(base);
  const restoredAt = kept?.at ?? null;
  return {
    ...{ text, setText, file, isDirty, base, baseVersion, saved },
    ...{ theirs, settle, restoredAt, discard },
  };
}
