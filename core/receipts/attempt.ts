import type { MessageStatus } from '../shared/statuses';
import type { Receipt, ReceiptKind } from './receipt';

/** What a receipt says about the attempt that it belongs to. */
export type ReportedAttempt = Pick<Receipt, 'attemptId' | 'providerMessageId' | 'integrationId'>;

/** A message and the send in progress, as receipts see them. */
export interface AttemptedMessage {
  step: string;
  status: MessageStatus;
  providerMessageId: string | null;
  /** Oldest first. */
  attempts: readonly {
    id: string;
    outcome: string;
    providerId?: string | null;
    providerMessageId?: string;
  }[];
  /** Its last attempt when an operator requested a repeat. */
  repeatOf?: string | null;
  receipts?: readonly { kind: ReceiptKind; attemptId?: string }[];
}

interface InProgress {
  token: string;
  step: string;
}

interface KnownAttempt {
  id: string;
  providerId?: string | null;
  providerMessageId?: string | null;
}

/**
 * Returns the attempt that a receipt belongs to, among those of the message and the one in progress; undefined if the
 * receipt does not say, or names one that is not known.
 */
export function attemptOf(
  { attemptId, providerMessageId }: ReportedAttempt,
  message: AttemptedMessage,
  inFlight: InProgress | null,
): string | undefined {
  const known = knownAttempts(message, inFlight);
  const named =
    attemptId !== undefined
      ? known.findLast(({ id }) => id.startsWith(attemptId))
      : known.findLast(
          (one) => providerMessageId !== undefined && one.providerMessageId === providerMessageId,
        );
  return named?.id;
}

/**
 * Returns whether another attempt than the reported one decides about the message, so that a failure of the reported one
 * changes nothing (RECEIPT-5). A receipt that does not say which attempt it belongs to is one of the deciding attempt,
 * unless another integration reports it.
 */
export function isSuperseded(
  reported: ReportedAttempt,
  message: AttemptedMessage,
  inFlight: InProgress | null,
): boolean {
  const deciding = decidingAttempt(message, inFlight);
  if (!deciding) return false;
  const { attemptId, providerMessageId, integrationId } = reported;
  if (attemptId !== undefined && deciding.id.startsWith(attemptId)) return false;
  const own = attemptOf(reported, message, inFlight);
  if (own !== undefined) return own !== deciding.id;
  if (providerMessageId !== undefined) {
    // The attempt may have been recorded without its details.
    if (providerMessageId === message.providerMessageId) return false;
    if ((deciding.providerMessageId ?? null) !== null) return true;
  }
  return (
    integrationId !== undefined &&
    (deciding.providerId ?? null) !== null &&
    deciding.providerId !== integrationId
  );
}

/**
 * Returns the attempt that decides about a message: the one that was reported as delivered, else the last one that was
 * sent, else the one that was reported as sent, else the one in progress, else the last one. After an operator requested
 * a repeat, only later attempts decide.
 */
function decidingAttempt(message: AttemptedMessage, inFlight: InProgress | null): KnownAttempt | undefined {
  const known = knownAttempts(message, inFlight);
  const { attempts, receipts = [], repeatOf = null, status } = message;
  const reported = (kind: ReceiptKind): KnownAttempt | undefined => {
    const by = receipts.findLast((one) => one.kind === kind)?.attemptId;
    return known.find(({ id }) => id === by);
  };
  const delivered = status === 'delivered' ? reported('delivered') : undefined;
  if (delivered) return delivered;
  const since = new Set(
    attempts.slice(1 + attempts.findIndex(({ id }) => id === repeatOf)).map(({ id }) => id),
  );
  const sent = attempts.findLast(({ id, outcome }) => since.has(id) && outcome === 'sent')?.id;
  if (sent !== undefined) return known.find(({ id }) => id === sent);
  const confirmed = status === 'queued' ? undefined : reported('sent');
  if (confirmed) return confirmed;
  return known.findLast(({ id }) => since.has(id) || id === inFlight?.token);
}

/** Returns the attempts of a message, oldest first, and the one in progress. */
function knownAttempts(
  { step, attempts, providerMessageId }: AttemptedMessage,
  inFlight: InProgress | null,
): KnownAttempt[] {
  // Attempts of older releases do not have the provider's id of the message, which is that of the last one sent.
  const last = attempts.findLast(({ outcome }) => outcome === 'sent')?.id;
  const recorded = attempts.map((one) => ({
    ...one,
    providerMessageId: one.providerMessageId ?? (one.id === last ? providerMessageId : null),
  }));
  const isRecorded = attempts.some(({ id }) => id === inFlight?.token);
  return inFlight?.step === step && !isRecorded ? [...recorded, { id: inFlight.token }] : recorded;
}
