import type { Problem } from '../../../core/events/file/problem';
import { isOneClick } from '../../../core/preferences/bulk';
import { isUnsubscribeUrl } from '../../../core/preferences/links';
import { categoriesIn } from '../../../core/preferences/wish';
import { ApiError } from '../../http/api-error';
import type { ApiDeps } from '../../deps';
import type { Compared, Compiled } from './compile';
import type { Push } from './push-order';

type Where = Pick<Push, 'application' | 'scope'>;
type Pushed = Pick<Compiled, 'events' | 'categories'>;

/** Categories of the push come before those that are stored. */
const bulkEvents = ({ application, scope }: Where, { events, categories }: Pushed): Compared[] => {
  const known = [...categories.map(({ category }) => category), ...categoriesIn(application, scope)];
  const named = [...new Map(known.toReversed().map((category) => [category.name, category])).values()];
  return events.filter(({ definition }) => isOneClick(definition, named));
};

/** Refuses e-mails in bulk in which nothing unsubscribes (PREFERENCE-34). Which categories are bulk, no file says. */
export function refuseUnlinked(push: Where, pushed: Pushed): void {
  const problems = bulkEvents(push, pushed).flatMap(({ file, unlinked }) =>
    unlinked.map((found): Problem => ({ file, ...found })),
  );
  if (problems.length === 0) return;
  const message = 'The event files have problems. Nothing was applied.';
  throw new ApiError('VALIDATION_ERROR', message, { field: 'files', problems });
}

/** Warns of e-mails in bulk if no address can unsubscribe from them: they would fail (PREFERENCE-33). */
export function withoutLinkUrl(
  { linkUrl = '' }: Pick<ApiDeps, 'linkUrl'>,
  push: Where,
  pushed: Pushed,
): Problem[] {
  const [first] = isUnsubscribeUrl(linkUrl) ? [] : bulkEvents(push, pushed);
  if (!first) return [];
  const message = `e-mails in bulk such as ${first.definition.name} fail, because PUBLIC_URL is not an https address. Set it for API and worker.`;
  return [{ file: first.file, line: 1, message }];
}
