import { usePlace } from '../../layout/place';
import { AnchorLink } from '../../parts/link';
import type { ActivitySearch } from './search';

interface RowsLinkProps {
  count: number;
  /** What it counts and where it leads, for readers who do not see the rest of the table. */
  label: string;
  search: ActivitySearch;
}

/** A number that leads to its rows in Activity. Zero has none. */
export function RowsLink({ count, label, search }: RowsLinkProps) {
  const place = usePlace();
  if (count === 0) return 0;
  return (
    <AnchorLink to="/$app/$environment/activity" params={place} search={search} size="sm" aria-label={label}>
      {count.toLocaleString('en')}
    </AnchorLink>
  );
}
