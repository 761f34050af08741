import { stringify } from 'yaml';
import { type Category, DEFAULT_POSITION } from './category';

type Written = Omit<Category, 'name' | 'required' | 'bulk'> & { required?: boolean; bulk?: boolean };

/** Returns the file of a category. What is as without it is left out. */
export function categoryText({ labels, default: on, required, bulk, position }: Written): string {
  const fields = {
    labels,
    ...(on !== true && { default: on }),
    ...(required && { required }),
    ...(bulk && { bulk }),
    ...(position !== DEFAULT_POSITION && { position }),
  };
  return stringify(fields, { lineWidth: 0 });
}

/** Returns whether two categories say the same. */
export const isSameCategory = (one: Category, other: Category): boolean =>
  categoryText(one) === categoryText(other);
