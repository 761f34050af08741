import type { Category } from '../../core/preferences/category';

const category = (name: string, of: Partial<Category> = {}): Category => ({
  ...{ name, labels: { en: { name } }, default: true, position: 1 },
  ...of,
});

/** A category of each kind: on, off over a channel by default, and required. */
export const CATEGORIES = [
  category('news'),
  category('offers', { default: { sms: false } }),
  category('security', { required: true }),
];
