import { nameIn } from '../../../../core/sending/failure-text';
import { PUSH, SERVICE_SMTP } from '../../../../core/sending/candidates';
import { type PausedKind, pausedThing } from '../../../../core/sending/pauses';
import type { Application } from '../../../../store/accounts/applications';
import type { StorySources } from '../../notifications/story';
import type { Subject, Waiting } from './remedy';

/** An account at a provider. */
type Account = Subject & { kind: 'integration' | 'smtp' | 'channel' };
/** What can be paused. */
type Paused = Subject & { kind: PausedKind; id: string };

/** What a verdict is derived from. */
export interface Facts extends Pick<
  StorySources,
  'notification' | 'application' | 'broadcast' | 'progress' | 'next'
> {
  /** Whether a worker polls for workflows. Null: that is unknown. */
  hasWorker: boolean | null;
  /** How many wait for the provider that this one waits for. Null: it waits for none. */
  waiting: Waiting | null;
}

/** Returns the provider that a message was or will be sent through, as the subject of a cause. Null if it is no account. */
export function accountOf(id: string | null | undefined, application: Application | null): Account | null {
  if (id === SERVICE_SMTP) return { kind: 'smtp', id: null, name: 'SMTP_URL' };
  if (id === PUSH) return { kind: 'channel', id: 'push', name: 'push' };
  const found = application?.integrations?.find((one) => one.id === id);
  return found ? { kind: 'integration', id: found.id, name: found.name } : null;
}

/** Returns what a pause is about, as the subject of a cause. */
export function pausedSubject(of: string, application: Application | null): Paused {
  const { kind, name: id } = pausedThing(of);
  const integration = application?.integrations?.find((one) => one.id === id);
  const isNamed = kind === 'event' || kind === 'prefix';
  const name = isNamed ? id : kind === 'integration' ? (integration?.name ?? id) : null;
  return { kind, id, name };
}

/** Returns a provider as texts name it. */
export const providerText = (
  of: { id: string | null | undefined; provider: string | null },
  application: Application | null,
): string => nameIn(application?.integrations ?? [], of) ?? 'its provider';
