import type { Candidate } from '../../core/sending/candidates';
import { lastFailureOf } from '../../core/sending/failure-keys';
import { failureText, type LastFailure, nameIn } from '../../core/sending/failure-text';
import { type Integration, integrationsOf } from '../../core/sending/integration';
import type { Attempt, Message, Notification } from '../../store/notifications/model';
import type { ActivityDeps } from '../deps';

/** What a failure is about. */
interface Failed {
  deps: ActivityDeps;
  notification: Pick<Notification, 'applicationId'>;
  message: Pick<Message, 'step' | 'channel' | 'attempts' | 'rest'>;
}

/**
 * Returns why a SEND failed, for the Temporal UI, which stores it. The last attempt is `attempt` or the last one of the
 * message; if the message waited for the rest of a provider after it, the cause is what put the provider to rest.
 */
export async function failedText(of: Failed, code: string, attempt?: Attempt | null): Promise<string> {
  const last = attempt ?? lastFailureOf(of.message);
  return failureText(of.message, code, last, last ? ((await integrationsFor(of)) ?? []) : []);
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
  }: { attempt?: Attempt | null; next?: Candidate; rest?: LastFailure; at: number; until: number },
): Promise<string> {
  const last: (LastFailure & Pick<Attempt, 'movesOn'>) | undefined =
    rest ?? attempt ?? of.message.attempts.at(-1);
  const found = last || next ? await integrationsFor(of) : [];
  const integrations = found ?? [];
  const isOnly = found && integrationsOf(found, of.message.channel).length <= 1;
  const stays =
    last?.provider && (isOnly || !last.movesOn) ? { id: last.providerId, provider: last.provider } : null;
  const sender = next ?? stays;
  const by = sender ? ` by ${nameIn(integrations, sender) ?? 'an unknown provider'}` : '';
  const text = failureText(of.message, code, last, integrations);
  return `${text}; next attempt at ${timeOf(at)}${by}, retried until ${timeOf(until)}`;
}

/** Null if MongoDB fails: then the text has no name of an integration. */
async function integrationsFor({ deps, notification }: Failed): Promise<Integration[] | null> {
  const application = await deps.store.applications.get(notification.applicationId).catch(() => null);
  return application && (application.integrations ?? []);
}

const timeOf = (ms: number): string => new Date(Math.round(ms)).toISOString();
