import type { EventDefinition } from '../events/definition';
import type { Category } from './category';

/** Whether e-mails of an event carry our address of one-click unsubscribing (PREFERENCE-32). */
export const isOneClick = (
  { unsubscribeUrl, bulk, category }: Pick<EventDefinition, 'unsubscribeUrl' | 'bulk' | 'category'>,
  categories: readonly Category[],
): boolean =>
  unsubscribeUrl === undefined &&
  (bulk === true || categories.some((one) => one.name === category && one.bulk === true));
