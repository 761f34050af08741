import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Path of the page whose heading was shown last. Null: none since the dashboard was loaded. */
let shown: string | null = null;
/** Whether the heading that is gone had the focus. */
let had = false;

/**
 * Gives the focus to the heading of a page that a link led to, so that a screen reader says it and Tab goes on from there.
 * What the reader does in the page or in a dialog keeps the focus.
 */
export function useFocusAfterNavigation(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  useLayoutEffect(
    () => () => {
      had = document.activeElement === heading.current;
    },
    [],
  );
  useEffect(() => {
    // The heading of a page that loads hands its focus to that of the loaded one.
    const isFirst = shown === null || (shown === pathname && !had);
    shown = pathname;
    had = false;
    const { activeElement: now } = document;
    const isBusy = now !== null && now !== document.body && now.closest('header, nav') === null;
    if (!isFirst && !isBusy) heading.current?.focus({ preventScroll: true });
    // The page that is left learns the new path too, so only a page that begins counts.
  }, []);
  return heading;
}
