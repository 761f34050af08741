import { useEffect, useState } from 'react';

/**
 * Gives the focus back to what had it before a dialog that begins open. Mantine does so only for a dialog that was there
 * before it opened. If something outside of dialogs has the focus by then, it keeps it.
 */
export function useFocusBack(opened: boolean): void {
  const [before] = useState(() => (opened ? document.activeElement : null));
  useEffect(() => {
    if (!opened || !(before instanceof HTMLElement)) return;
    return () => {
      setTimeout(() => {
        const { activeElement: now } = document;
        const isLost = now === null || now === document.body || now.closest('[role="dialog"]') !== null;
        if (isLost && before.isConnected) before.focus();
      });
    };
  }, [opened, before]);
}
