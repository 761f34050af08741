import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense } from 'react';

const Palette = lazy(() => import('./palette'));

/** The keys that open the palette, as this machine names them. */
export const PALETTE_KEYS = /Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K';

/** The palette: what it shows, and what opens it. Its keys work in fields and editors too. */
export function usePalette(): { open: () => void; palette: ReactNode } {
  const [opened, { open, close }] = useDisclosure(false);
  useHotkeys([['mod+K', open]], [], true);
  const palette = opened && (
    <Suspense fallback={null}>
      <Palette close={close} />
    </Suspense>
  );
  return { open, palette };
}
