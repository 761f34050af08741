import { createContext, useContext, useEffect, useRef } from 'react';

/** Forgets that something was typed in the dialog around. */
export const Typed = createContext<() => void>(() => undefined);

/** Forgets what was typed after a change has succeeded, so that a dialog closes without asking. */
export function useForgetTyped({ isPending, error }: { isPending: boolean; error: unknown }): void {
  const forget = useContext(Typed);
  const wasPending = useRef(false);
  useEffect(() => {
    if (wasPending.current && !isPending && (error === null || error === undefined)) forget();
    wasPending.current = isPending;
  }, [isPending, error, forget]);
}
