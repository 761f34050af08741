import { askedForm, identifierHash, textsNaming } from '../../../core/contacts/asked-identifiers';
import type { Environment } from '../../../core/shared/channels';
import type { Application } from '../../../store/accounts/applications';
import type { Contact } from '../../../store/contacts/model';
import type { Refusal } from '../../../store/refusals/refusals';
import { keyOf } from '../../../store/suppressions/suppress';
import type { ApiDeps } from '../../deps';
import type { StoryEntry } from './entry';

/** Maximum number of refused sends in one answer. */
const MOST = 100;

/** Returns the refused sends to what somebody is asked by, and to each identifier of the contacts that were found. */
export async function refusalsOf(
  { store, vault }: ApiDeps,
  asked: {
    applications: Application[];
    contacts: Contact[];
    who: string;
    from: Date;
    environment: Environment | undefined;
  },
): Promise<StoryEntry[]> {
  const hashes = asked.applications.flatMap(({ _id, suppressionKey }) => {
    if (!suppressionKey) return [];
    const own = asked.contacts.filter(({ applicationId }) => applicationId === _id);
    const texts = own.flatMap(textsNaming);
    const key = keyOf(vault, suppressionKey, { applicationId: _id });
    return [asked.who, ...texts]
      .filter((text) => text !== '')
      .map((text) => identifierHash(key, askedForm(text)));
  });
  const found = await store.refusals.of([...new Set(hashes)], asked.from, MOST, asked.environment);
  return found.map(refusalEntry);
}

const refusalEntry = ({ at, count = 1, code, field, message, event, ...of }: Refusal): StoryEntry => ({
  at: at.toISOString(),
  kind: 'failed',
  code,
  text: `The send of ${event} to ${of.recipient} was refused${count === 1 ? '' : ` ${count} times on this day`} (${count === 1 ? '' : 'last '}request ${of.requestId}${field === null ? '' : `, field ${field}`}): ${message}`,
  quote: null,
  notification_id: null,
  event,
});
