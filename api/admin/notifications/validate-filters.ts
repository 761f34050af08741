import { knownProviders } from '../../../channels/catalog';
import { PUSH, SANDBOX, SERVICE_SMTP } from '../../../core/sending/candidates';
import type { FailureCode } from '../../../core/schemas/operators';
import type { Integration } from '../../../core/sending/integration';
import type { Environment } from '../../../core/shared/channels';
import type { Scope } from '../../../core/shared/scope';
import type { MessageStatus } from '../../../core/shared/statuses';
import type { Application } from '../../../store/accounts/applications';
import type { Store } from '../../../store/store';
import { findContact } from '../../contacts/find';
import { ApiError } from '../../http/api-error';

/** Filters as a request has them. */
interface Filters {
  environment: Environment;
  event?: string;
  message_status?: MessageStatus;
  provider?: string;
  error_code?: FailureCode;
  /** An integration or `service_smtp`, for which open notifications wait. */
  failing_at?: string;
  /** An address, a phone number, an external id or the id of a contact. */
  to_contact?: string;
  /** Id of a broadcast. */
  broadcast?: string;
}

/** Maximum number of integrations that an error names. */
const NAMED = 10;
/** Names of what is no integration. */
const OTHERS: readonly string[] = [SANDBOX, PUSH, SERVICE_SMTP];

/**
 * Returns the filters as the store takes them: the name of an integration is its id, and a contact its id. Throws an
 * ApiError if a filter names something that does not exist: an empty list would look like good news. A removed event or
 * provider is valid as long as a notification names it.
 */
export async function validateFilters<T extends Filters>(
  store: Store,
  application: Application,
  {
    environment,
    event,
    message_status: messageStatus,
    provider: named,
    error_code: errorCode,
    failing_at,
    to_contact: who,
    broadcast: ofBroadcast,
    ...others
  }: T,
) {
  const scope: Scope = { applicationId: application._id, environment };
  const broadcast = ofBroadcast === undefined ? undefined : await broadcastIn(store, scope, ofBroadcast);
  const failingAt = failing_at === undefined ? undefined : waitedFor(failing_at, application);
  const provider = await validateNames(store, { application, scope }, { event, provider: named });
  const recipients = who === undefined ? undefined : [(await findContact(store, scope, who))._id];
  return { ...others, scope, event, messageStatus, provider, errorCode, failingAt, recipients, broadcast };
}

/** Returns the id of a broadcast of the scope. */
async function broadcastIn({ broadcasts }: Store, scope: Scope, given: string): Promise<string> {
  const found = await broadcasts.get(given.toLowerCase());
  const isOfScope = found?.applicationId === scope.applicationId && found.environment === scope.environment;
  if (found && isOfScope) return found._id;
  const message = `There is no broadcast ${given} in ${scope.environment}. List the broadcasts for their ids.`;
  throw new ApiError('VALIDATION_ERROR', message, { field: 'broadcast' });
}

/** Returns the id of what `failing_at` names. Messages of a removed integration go to another one, so it has none. */
function waitedFor(given: string, { integrations = [] }: Application): string {
  if (OTHERS.includes(given)) return given;
  const [found, ...others] = integrations.filter(({ id, name }) => id === given || name === given);
  const refuse = (message: string) => new ApiError('VALIDATION_ERROR', message, { field: 'failing_at' });
  if (!found) throw refuse(`The application has no integration ${given}. Send the id or the name of one.`);
  if (found.id !== given && others.length > 0)
    throw refuse(`${others.length + 1} integrations are named ${given}. Send the id of one.`);
  return found.channel === 'push' ? PUSH : found.id;
}

/** Returns the provider that the filters name, as the store knows it. */
async function validateNames(
  store: Store,
  { application, scope }: { application: Application; scope: Scope },
  { event, provider }: Pick<Filters, 'event' | 'provider'>,
): Promise<string | undefined> {
  const isNamed = async (filter: Pick<Filters, 'event' | 'provider'>): Promise<boolean> =>
    (await store.operators.list({ ...filter, scope, limit: 1 })).length > 0;

  if (event !== undefined && !(await store.events.get(scope, event)) && !(await isNamed({ event }))) {
    const message = `There is no event ${event} in ${scope.environment}. List the events for their names.`;
    throw new ApiError('VALIDATION_ERROR', message, { field: 'event' });
  }
  const names = [...knownProviders().map(({ name }) => name), ...OTHERS];
  if (provider === undefined || names.includes(provider)) return provider;
  const integrations = application.integrations ?? [];
  const id = integrationOf(provider, integrations);
  if (id !== undefined) return id;
  if (await isNamed({ provider })) return provider;
  throw unknown(provider, { integrations, scope });
}

/** Returns the id of the integration of that id or name. Undefined if there is none. */
function integrationOf(given: string, integrations: readonly Integration[]): string | undefined {
  const byId = integrations.filter(({ id }) => id === given);
  const [found, ...others] = byId.length > 0 ? byId : integrations.filter(({ name }) => name === given);
  if (others.length > 0) {
    const ids = [found, ...others].map((one) => one?.id).join(', ');
    throw refused(`${others.length + 1} integrations are named ${given}. Send the id of one: ${ids}.`);
  }
  if (found?.channel === 'push') {
    throw refused(
      `A push message is sent through all services at the same time and fails at ${PUSH}. Filter by ${PUSH}.`,
    );
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
