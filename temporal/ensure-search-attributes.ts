import { type Client, isGrpcServiceError } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { inTime } from './with-deadline';
import { SEARCH_ATTRIBUTES } from './search-attributes';

const KEYWORD = temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD;
const NAMES = Object.values(SEARCH_ATTRIBUTES);
/** How long one count may take, milliseconds. */
const COUNT_WITHIN_MS = 10_000;

const [INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED, UNIMPLEMENTED] = [3, 5, 7, 12];
/** What a frontend answers that keeps a service from its clients, or does not have it. */
const NOT_OFFERED = [NOT_FOUND, PERMISSION_DENIED, UNIMPLEMENTED];

/** Thrown when the namespace lacks search attributes and this process may not register them. */
export class MissingSearchAttributesError extends Error {
  override name = 'MissingSearchAttributesError';
}

/**
 * Registers the search attributes that the namespace lacks. Temporal Cloud, and a Temporal whose operator service is
 * closed to workers, refuse that: then it only checks that they are there, because a start that sets one that is not
 * would be refused. It warns if that cannot be found out either.
 * @throws MissingSearchAttributesError naming those that somebody has to make, and how.
 */
export async function ensureSearchAttributes(client: Client, warn: (message: string) => void): Promise<void> {
  try {
    await register(client);
  } catch (error) {
    if (!isOneOf(NOT_OFFERED, error)) throw error;
    const missing = await notQueryable(client);
    if (missing === null)
      warn(`Temporal does not say whether it has its search attributes. ${howToMake(client, NAMES)}`);
    else if (missing.length > 0)
      throw new MissingSearchAttributesError(
        `Temporal lacks search attributes, and refuses to let the worker make them. ${howToMake(client, missing)}`,
      );
  }
}

async function register(client: Client): Promise<void> {
  const { namespace } = client.options;
  const { operatorService } = client.connection;
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
  const missing = NAMES.filter((name) => customAttributes?.[name] !== KEYWORD);
  if (missing.length === 0) return;
  await operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(missing.map((name) => [name, KEYWORD])),
  });
}

/** The search attributes that queries cannot name as keywords; null: queries cannot tell. */
async function notQueryable(client: Client): Promise<string[] | null> {
  const names = ['WorkflowType', ...NAMES];
  const answers = await Promise.all(names.map((name) => isKeyword(client, name)));
  // Every namespace has the first: if queries do not know that one, they say nothing of the others.
  if (answers[0] !== true || answers.includes(null)) return null;
  return names.filter((_, index) => answers[index] === false);
}

/** Whether a query takes a search attribute for a keyword; null: this Temporal counts nothing for us. */
async function isKeyword(client: Client, name: string): Promise<boolean | null> {
  const { namespace } = client.options;
  // Other types have no STARTS_WITH.
  const query = `${name} STARTS_WITH 'none'`;
  try {
    await inTime(client, COUNT_WITHIN_MS, () =>
      client.workflowService.countWorkflowExecutions({ namespace, query }),
    );
    return true;
  } catch (error) {
    if (isOneOf([INVALID_ARGUMENT], error)) return false;
    if (isOneOf([PERMISSION_DENIED, UNIMPLEMENTED], error)) return null;
    throw error;
  }
}

function howToMake({ options: { namespace } }: Client, names: string[]): string {
  const created = names.map((name) => `--name ${name} --type Keyword`).join(' ');
  const added = names.map((name) => `--search-attribute "${name}=Keyword"`).join(' ');
  return `Without them no notification starts. The namespace ${namespace} needs, each of type Keyword: ${names.join(', ')}.
Your own Temporal: temporal operator search-attribute create --namespace ${namespace} ${created}
Temporal Cloud:    tcld namespace search-attributes add --namespace ${namespace} ${added}`;
}

const isOneOf = (codes: number[], error: unknown): boolean =>
  isGrpcServiceError(error) && codes.includes(error.code);
