import type { Candidate } from '../../core/sending/candidates';
import { lastFailureOf } from '../../core/sending/failure-keys';
import { integrationsOf } from '../../core/sending/integration';
import { providerName } from '../../core/sending/provider-name';
import { sendNameOf } from '../../core/sequences/step-key';
import type { Attempt, Message, Notification } from '../../store/notifications/model';
import type { Application } from '../../store/accounts/applications';
import type { ActivityDeps } from '../deps';

/** What a failure is about. */
interface Failed {
  deps: ActivityDeps;
  notification: Pick<Notification, 'applicationId'>;
  message: Pick<Message, 'step' | 'channel' | 'attempts' | 'rest'>;
}

/** What it failed at last, and if that is the rest of a provider, since when and until when. */
interface Last {
  provider?: string | null;
  providerId?: string | null;
  code: string | null;
  movesOn?: boolean;
  since?: Date;
  until?: Date;
}

/**
 * Returns why a SEND failed, for the Temporal UI: `send-1 over email EXPIRED; last UNAUTHORIZED at smtp (relay-main)`. The
 * last attempt is `attempt` or the last one of the message; if the message waited for the rest of a provider after it, the
 * cause is what put the provider to rest. The text has names and codes only, because Temporal stores it and the provider's
 * response may contain addresses.
 */
export async function failureText(of: Failed, code: string, attempt?: Attempt | null): Promise<string> {
  const last = attempt ?? lastFailureOf(of.message);
  return textOf(of, code, last, last && (await applicationOf(of)));
}

/** Returns why a SEND is retried, when at the earliest, by which provider if that is known, and until when. */
export async function retryText(
  of: Failed,
  code: string,
  {
    attempt,
    next,
    rest,
    at,
    until,
  }: { attempt?: Attempt | null; next?: Candidate; rest?: Last; at: number; until: number },
): Promise<string> {
  const last: Last | undefined = rest ?? attempt ?? of.message.attempts.at(-1);
  const application = last || next ? await applicationOf(of) : null;
  const isOnly =
    application && integrationsOf(application.integrations ?? [], of.message.channel).length <= 1;
  const stays =
    last?.provider && (isOnly || !last.movesOn) ? { id: last.providerId, provider: last.provider } : null;
  const sender = next ?? stays;
  const by = sender ? ` by ${nameOf(sender, application)}` : '';
  const text = textOf(of, code, last, application);
  return `${text}; next attempt at ${timeOf(at)}${by}, retried until ${timeOf(until)}`;
}

function textOf(
  { message: { step, channel } }: Failed,
  code: string,
  last: Last | undefined,
  application: Application | null | undefined,
): string {
  const text = `${sendNameOf(step)} over ${channel} ${code}`;
  if (!last?.code) return text;
  // The provider of an attempt without an outcome is unknown. Any other attempt without one failed before it called one.
  const isUncalled = last.provider === null && last.code !== 'OUTCOME_UNKNOWN';
  if (isUncalled)
    return `${text}${last.code === code ? '' : `; last ${last.code}`} before a provider was called`;
  const provider = nameOf({ id: last.providerId, provider: last.provider }, application);
  const rests = last.since
    ? `, which ${last.until ? 'rests' : 'rested'} since ${last.since.toISOString()}`
    : '';
  const until = last.until ? ` until ${last.until.toISOString()}` : '';
  return `${text}${last.code === code ? '' : `; last ${last.code}`} at ${provider}${rests}${until}`;
}

/** Null if MongoDB fails: then the text has no name of an integration. */
const applicationOf = ({ deps, notification }: Failed): Promise<Application | null> =>
  deps.store.applications.get(notification.applicationId).catch(() => null);

/** Returns the provider with the name of its integration: `smtp (relay-main)`. */
function nameOf(
  { id, provider }: { id?: string | null; provider?: string | null },
  application: Application | null | undefined,
): string {
  const integration = application?.integrations?.find((one) => one.id === id);
  const kind = provider ?? integration?.provider;
  return providerName({ provider: kind, id, name: integration?.name }) ?? 'an unknown provider';
}

const timeOf = (ms: number): string => new Date(Math.round(ms)).toISOString();
