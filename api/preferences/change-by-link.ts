import { changesOfLink } from '../../core/preferences/choices';
import type { PreferenceBy, PreferenceChange, PreferenceRow } from '../../core/preferences/preferences';
import { changeNow } from '../contacts/preferences/change';
import { countOneClick } from '../../telemetry/preference-page-metrics';
import type { ApiDeps } from '../deps';
import { type Link, openLink } from './open-link';

/** Makes changes that the bearer of a link asks for. Returns the link with its contact as it is now. */
export async function changeByLink(
  deps: Pick<ApiDeps, 'store' | 'dispatcher' | 'fault'>,
  link: Link,
  by: PreferenceBy,
  changes: (rows: readonly PreferenceRow[]) => readonly PreferenceChange[],
): Promise<Link & { isChanged: boolean }> {
  const { contactId, notificationId } = link.facts;
  const { contact, row } = await changeNow(deps, { contactId, by, changes, notificationId });
  return { ...link, contact, isChanged: row !== null };
}

/** Switches off what a link is about, for a mail program or by a mail (PREFERENCE-36). Returns the link as it is then. */
export async function unsubscribeAtOnce(
  deps: Pick<ApiDeps, 'store' | 'dispatcher' | 'fault'>,
  link: Link,
  via: 'post' | 'mail',
): Promise<Link> {
  const { facts, categories } = link;
  const count = (outcome: Parameters<typeof countOneClick>[0]['outcome']): void =>
    countOneClick({ environment: facts.environment, via, outcome });
  try {
    const after = await changeByLink(deps, link, 'one_click', () => changesOfLink(facts, categories, false));
    count(after.isChanged ? 'changed' : 'unchanged');
    return after;
  } catch (error) {
    count('failed');
    throw error;
  }
}

/** The subject of a mail that unsubscribes, as the link of the header makes it. */
const SUBJECT = /^subject:[ \t]*(?:\r?\n[ \t]+)?([\w-]{80,400})[ \t]*\r?$/im;

/** Does what a mail to the address of unsubscribing asks for (PREFERENCE-42). A mail without a right token asks for nothing. */
export async function unsubscribeByMail(
  deps: Pick<ApiDeps, 'store' | 'cached' | 'vault' | 'dispatcher' | 'fault'>,
  mail: Buffer,
): Promise<void> {
  const [headers = ''] = mail.toString('latin1', 0, 64 * 1024).split(/\r?\n\r?\n/, 1);
  const token = SUBJECT.exec(headers)?.[1];
  const link = token === undefined ? 'wrong' : await openLink(deps, token);
  if (typeof link === 'string') return;
  await unsubscribeAtOnce(deps, link, 'mail');
}
