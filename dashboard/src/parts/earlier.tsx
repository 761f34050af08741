import { Box, Loader } from '@mantine/core';
import type { ReactNode } from 'react';

interface EarlierProps {
  /** Whether what is shown answers an earlier question, and the answer to the present one is awaited. */
  is: boolean;
  children: ReactNode;
}

/** What a page shows, faded while it is that of an earlier search, range or month. */
export const Earlier = ({ is, children }: EarlierProps) => (
  <Box pos="relative" aria-busy={is || undefined}>
    {is && (
      <Loader aria-label="Loading" pos="absolute" top={64} left="calc(50% - 18px)" style={{ zIndex: 1 }} />
    )}
    <div style={is ? { opacity: 0.35 } : undefined}>{children}</div>
  </Box>
);
