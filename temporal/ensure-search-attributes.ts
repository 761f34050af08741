import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { GRPC, hasCode } from './grpc-code';
import { withDeadline } from './with-deadline';
import { SEARCH_ATTRIBUTES } from './search-attributes';

const KEYWORD = temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD;
const NAMES = Object.values(SEARCH_ATTRIBUTES);
/** Deadline of a count, milliseconds. */
const COUNT_WITHIN_MS = 10_000;
/** Answers of a frontend that does not offer its operator service. */
const NOT_OFFERED = [GRPC.NOT_FOUND, GRPC.PERMISSION_DENIED, GRPC.UNIMPLEMENTED];

/** Thrown when the namespace lacks search attributes and this process may not register them. */
export class MissingSearchAttributesError extends Error {
  override name = 'MissingSearchAttributesError';
}

/**
 * Registers the search attributes that the namespace lacks. Temporal Cloud refuses that, and so does a Temporal that keeps
 * its operator service from workers. Then it only checks that they exist, because Temporal refuses a start that sets an
 * unknown one. It warns if it cannot find that out either.
 * @throws MissingSearchAttributesError that names the missing ones and says how to create them.
 */
export async function ensureSearchAttributes(client: Client, warn: (message: string) => void): Promise<void> {
  try {
    await register(client);
  } catch (error) {
    if (!hasCode(error, NOT_OFFERED)) throw error;
    const missing = await notQueryable(client);
    if (missing === null)
      warn(`Temporal does not report whether it has the search attributes. ${howToCreate(client, NAMES)}`);
    else if (missing.length > 0)
      throw new MissingSearchAttributesError(
        `Temporal lacks search attributes, and does not let the worker create them. ${howToCreate(client, missing)}`,
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

/** Returns the search attributes that queries do not accept as keywords, null if queries cannot tell. */
async function notQueryable(client: Client): Promise<string[] | null> {
  const names = ['WorkflowType', ...NAMES];
  const answers = await Promise.all(names.map((name) => isKeyword(client, name)));
  // Every namespace has the first. If queries refuse that one, their answers about the others mean nothing.
  if (answers[0] !== true || answers.includes(null)) return null;
  return names.filter((_, index) => answers[index] === false);
}

/** Returns whether a query accepts a search attribute as a keyword, null if this Temporal does not let us count. */
async function isKeyword(client: Client, name: string): Promise<boolean | null> {
  const { namespace } = client.options;
  // Only keywords have STARTS_WITH.
  const query = `${name} STARTS_WITH 'none'`;
  try {
    await withDeadline(client, COUNT_WITHIN_MS, () =>
      client.workflowService.countWorkflowExecutions({ namespace, query }),
    );
    return true;
  } catch (error) {
    if (hasCode(error, [GRPC.INVALID_ARGUMENT])) return false;
    if (hasCode(error, [GRPC.PERMISSION_DENIED, GRPC.UNIMPLEMENTED])) return null;
    throw error;
  }
}

function howToCreate({ options: { namespace } }: Client, names: string[]): string {
  const created = names.map((name) => `--name ${name} --type Keyword`).join(' ');
  const added = names.map((name) => `--search-attribute "${name}=Keyword"`).join(' ');
  return `Without them no notification starts. The namespace ${namespace} needs, each of type Keyword: ${names.join(', ')}.
Your own Temporal: temporal operator search-attribute create --namespace ${namespace} ${created}
Temporal Cloud:    tcld namespace search-attributes add --namespace ${namespace} ${added}`;
}
