import type { OutboundMessage } from '../../channels/provider';
import { type Candidate, type SendingRequest, isCaptured, SANDBOX } from '../../core/sending/candidates';
import { type LeftOutCopy, copiesIn } from '../../core/sending/copies';
import { overridesOf } from '../../core/sending/overrides';
import type { Application } from '../../store/accounts/applications';
import type { OpenNotification } from '../../store/notifications/content';
import { suppressedAmong } from '../../store/suppressions/suppress';
import type { ActivityDeps } from '../deps';

/** Who gets copies of a message, and who does not. */
export interface Copies {
  sent: Pick<OutboundMessage, 'cc' | 'bcc'>;
  leftOut: LeftOutCopy[];
}

/**
 * Decides at each attempt which copies of a message are sent. A copy has the rules of a message: none goes to a suppressed
 * address, and sandbox sends to listed addresses only. A message that sandbox captures keeps its copies.
 */
export async function copiesOf(
  deps: ActivityDeps,
  notification: OpenNotification,
  request: SendingRequest & { application: Pick<Application, 'suppressionKey'> },
  { id }: Candidate,
): Promise<Copies> {
  const { application, channel, address: own } = request;
  const requested = channel === 'email' ? copiesIn(overridesOf(notification), own) : [];
  const isSuppressed = await suppressedAmong(
    deps,
    application,
    requested.map(({ address }) => ({ scope: notification, channel: 'email', address })),
  );
  const judged = requested.map(({ kind, address }) => {
    if (isSuppressed('email', address)) return { kind, address, reason: 'suppressed' as const };
    const kept = id !== SANDBOX && isCaptured({ ...request, address });
    return { kind, address, reason: kept ? ('sandbox' as const) : null };
  });
  const sent = (kind: 'cc' | 'bcc'): string[] | undefined => {
    const addresses = judged.flatMap((one) =>
      one.kind === kind && one.reason === null ? [one.address] : [],
    );
    return addresses.length > 0 ? addresses : undefined;
  };
  return {
    sent: { cc: sent('cc'), bcc: sent('bcc') },
    leftOut: judged.flatMap(({ reason, ...copy }) => (reason === null ? [] : [{ ...copy, reason }])),
  };
}
