import { catalog } from '../../../channels/catalog';
import { PUSH, SANDBOX, SERVICE_SMTP } from '../../../core/sending/candidates';
import type { Integration } from '../../../core/sending/integration';
import type { Scope } from '../../../core/shared/scope';
import type { Application } from '../../../store/accounts/applications';
import type { Store } from '../../../store/store';
import { ApiError } from '../../http/api-error';

interface Filters {
  event?: string;
  provider?: string;
}

/** Maximum number of integrations that an error names. */
const NAMED = 10;
const NAMES: readonly string[] = [...catalog.map(({ name }) => name), SANDBOX, PUSH, SERVICE_SMTP];

/**
 * Returns the filters with an integration's name replaced by its id. Throws an ApiError if a filter names something that
 * does not exist: an empty list would look like good news. A removed event or provider is valid as long as a
 * notification names it.
 */
export async function validateFilters<T extends Filters>(
  store: Store,
  { application, scope }: { application: Application; scope: Scope },
  filters: T,
): Promise<T> {
  const { event, provider } = filters;
  const isNamed = async (filter: Filters): Promise<boolean> =>
    (await store.operators.list({ ...filter, scope, limit: 1 })).length > 0;

  if (event !== undefined && !(await store.events.get(scope, event)) && !(await isNamed({ event }))) {
    const message = `There is no event ${event} in ${scope.environment}; \`events list\` has their names.`;
    throw new ApiError('VALIDATION_ERROR', message, { field: 'event' });
  }
  if (provider === undefined || NAMES.includes(provider)) return filters;
  const integrations = application.integrations ?? [];
  const id = integrationOf(provider, integrations);
  if (id !== undefined) return { ...filters, provider: id };
  if (await isNamed({ provider })) return filters;
  throw unknown(provider, { integrations, scope });
}

/** Returns the id of the integration of that id or name. Undefined if there is none. */
function integrationOf(given: string, integrations: readonly Integration[]): string | undefined {
  const byId = integrations.filter(({ id }) => id === given);
  const [found, ...others] = byId.length > 0 ? byId : integrations.filter(({ name }) => name === given);
  if (others.length > 0) {
    const ids = [found, ...others].map((one) => one?.id).join(', ');
    throw refused(`${others.length + 1} integrations are named ${given}; give the id of one: ${ids}.`);
  }
  if (found?.channel === 'push') {
    throw refused(`A push message goes out by all services at once, and fails at ${PUSH}; ask for that.`);
  }
  return found?.id;
}

function unknown(
  given: string,
  { integrations, scope }: { integrations: readonly Integration[]; scope: Scope },
): ApiError {
  const names = integrations.slice(0, NAMED).map(({ name }) => name);
  const more = integrations.length > NAMED ? ', …' : '';
  const known = names.length === 0 ? 'it has none' : `it has ${names.join(', ')}${more}`;
  const what = `${given} is neither a provider nor an integration of the application (${known})`;
  return refused(`${what}, and nothing in ${scope.environment} failed at it.`);
}

const refused = (message: string): ApiError =>
  new ApiError('VALIDATION_ERROR', message, { field: 'provider' });
