import type { ReactNode } from 'react';

interface OutsideProps {
  /** Whether it ends with "…" if there is no room. */
  cut?: boolean;
  children: ReactNode;
}

/**
 * A value that somebody else wrote, such as a name. It has the direction of its first letter, and changes the direction
 * of nothing around it.
 */
export const Outside = ({ cut = false, children }: OutsideProps) => (
  <bdi dir="auto" className={cut ? 'cut outside' : 'outside'}>
    {children}
  </bdi>
);
