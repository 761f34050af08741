import type { OutboundMessage } from '../../channels/provider';
import { emailKey } from '../../core/contacts/email-address';
import { type Candidate, type SendingRequest, isCaptured, SANDBOX } from '../../core/sending/candidates';
import { type Copy, type LeftOutCopy, copiesIn } from '../../core/sending/copies';
import { overridesOf } from '../../core/sending/overrides';
import type { Application } from '../../store/accounts/applications';
import type { OpenNotification } from '../../store/notifications/content';
import { suppressedAmong } from '../../store/suppressions/suppress';
import type { ActivityDeps } from '../deps';

/** Who gets copies of a message, and who does not. */
export interface Copies {
  sent: Pick<OutboundMessage, 'cc' | 'bcc' | 'ccSent'>;
  leftOut: LeftOutCopy[];
}

/**
 * Decides at each attempt which copies of a message are sent. A copy has the rules of a message: none goes to a suppressed
 * address, and sandbox sends to listed addresses only. A message that sandbox captures keeps its copies. `had` are the
 * addresses of copies that have the message from an earlier attempt, whose server refused only the recipient. They get no
 * second mail, whatever the event's `delivery` is.
 */
export async function copiesOf(
  deps: ActivityDeps,
  notification: OpenNotification,
  request: SendingRequest & { application: Pick<Application, 'suppressionKey'> },
  { id }: Candidate,
  had: readonly string[] = [],
): Promise<Copies> {
  const { application, channel, address: own } = request;
  const all = channel === 'email' ? copiesIn(overridesOf(notification), own) : [];
  const having = new Set(had.map(emailKey));
  const [earlier = [], requested = []] = [true, false].map((has) =>
    all.filter(({ address }) => having.has(emailKey(address)) === has),
  );
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
  const allowed = judged.filter(({ reason }) => reason === null);
  return {
    sent: {
      ...{ cc: addressesOf('cc', allowed), bcc: addressesOf('bcc', allowed) },
      ccSent: addressesOf('cc', earlier),
    },
    leftOut: judged.flatMap(({ reason, ...copy }) => (reason === null ? [] : [{ ...copy, reason }])),
  };
}

/** Returns the addresses of one kind; undefined if there are none. */
function addressesOf(of: Copy['kind'], copies: readonly Copy[]): string[] | undefined {
  const addresses = copies.flatMap(({ kind, address }) => (kind === of ? [address] : []));
  return addresses.length > 0 ? addresses : undefined;
}
