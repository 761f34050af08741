import type { Place } from '../../../layout/place';

/** Changes of an event's file that are not saved, and the version that they began with. */
export interface KeptDraft {
  text: string;
  base: string;
  baseVersion: number;
  /** When they were kept last, ISO 8601. */
  at: string;
}

/**
 * Where a tab keeps an operator's changes of an event that are not saved, so that they survive a reload, a crash of the
 * browser and the end of the session. They end with the tab.
 */
export function draftKeeper(operator: string, { app, environment }: Place, event: string) {
  const key = ['heliograph-draft', operator, app, environment, event].join(' ');
  return {
    keep: (draft: KeptDraft): void => {
      try {
        sessionStorage.setItem(key, JSON.stringify(draft));
      } catch {
        // The storage of a tab is full. The page asks before it is left.
      }
    },
    forget: (): void => sessionStorage.removeItem(key),
    read: (): KeptDraft | null => {
      try {
        const draft = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<KeptDraft> | null;
        const isWhole = typeof draft?.text === 'string' && typeof draft.base === 'string';
        return isWhole && typeof draft.baseVersion === 'number' && typeof draft.at === 'string'
          ? (draft as KeptDraft)
          : null;
      } catch {
        return null;
      }
    },
  };
}

export type DraftKeeper = ReturnType<typeof draftKeeper>;
