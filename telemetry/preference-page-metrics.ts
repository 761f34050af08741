import { counter } from './registry';

const oneClicks = counter(
  'one_click_unsubscribes_total',
  'One-click requests to unsubscribe with a right link, by how they came (`post` or `mail`) and whether something changed.',
  ['environment', 'via', 'outcome'],
);
const refused = counter(
  'preference_pages_refused_total',
  'Requests for pages of preferences that a limit refused: `wrong_links` of a client address, or `contact`.',
  ['limit'],
);

/** Counts a mail program or a mail that unsubscribes. */
export const countOneClick = (of: {
  environment: string;
  via: 'post' | 'mail';
  outcome: 'changed' | 'unchanged' | 'failed';
}): void => oneClicks.inc(of);

/** Counts a request that a limit of the pages refused. */
export const countRefusedPage = (limit: 'wrong_links' | 'contact'): void => refused.inc({ limit });
