import { useQuery } from '@tanstack/react-query';
import { usePlace } from '../../layout/place';
import { AnchorLink } from '../../parts/link';
import { Outside } from '../../parts/outside';
import { categoriesQuery } from '../categories/queries';
import { titleOf } from '../categories/words';

/** The category of a topic, as operators read it. */
export function CategoryName({ name }: { name: string | null }) {
  const place = usePlace();
  const { data } = useQuery(categoriesQuery(place));
  if (name === null) return 'none';
  const category = data?.find((one) => one.name === name);
  if (data && !category) return `${name}, which was deleted`;
  return (
    <AnchorLink size="sm" to="/$app/$environment/categories" params={place}>
      <Outside>{category ? titleOf(category) : name}</Outside>
    </AnchorLink>
  );
}
